//! From what instructions do to what methods do in all.

use super::instructions::Instructions;
use super::{All, Own, Table, Throws};
use crate::patience::Patience;
use crate::program::{MethodId, Program};
use crate::types::Types;
use std::collections::BTreeSet;

impl Program {
    /// `None` if patience ends before.
    pub(crate) fn compute_effects(
        &mut self,
        types: &mut Types<'_>,
        patience: &Patience<'_>,
    ) -> Option<()> {
        let mut instructions = Instructions {
            program: self,
            types,
            numbers: Default::default(),
            locations: Vec::new(),
        };
        let own: Vec<Vec<Own>> = instructions
            .program
            .method_ids()
            .map(|id| {
                let size = instructions.program.method(id).positions();
                let own = instructions.method(id);
                (!patience.is_over_after(u64::from(size))).then_some(own)
            })
            .collect::<Option<_>>()?;
        let locations = instructions.locations;
        let (component, all) = self.close(&own);
        let throws = self.escaping(&own);
        self.effects = Table {
            locations,
            own,
            component,
            all,
            throws,
        };
        Some(())
    }

    /// The methods that a method may enter, in order.
    fn called(&self, method: MethodId) -> Vec<u32> {
        let sites = self.sites[method.0 as usize].iter();
        let called = sites.flat_map(|site| site.callees.iter().chain(&site.callbacks));
        let mut list: Vec<u32> = called.map(|m| m.0).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// Strongly connected components of the call graph (Tarjan), each after those that it calls, with their effects.
    fn close(&self, own: &[Vec<Own>]) -> (Vec<u32>, Vec<All>) {
        const UNSEEN: u32 = u32::MAX;
        let count = self.methods.len();
        let called: Vec<Vec<u32>> = self.method_ids().map(|id| self.called(id)).collect();
        let mut index = vec![UNSEEN; count];
        let mut low = vec![0u32; count];
        let mut component = vec![UNSEEN; count];
        let mut all: Vec<All> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut next = 0;
        for start in 0..count as u32 {
            if index[start as usize] != UNSEEN {
                continue;
            }
            let mut stack: Vec<(u32, usize)> = vec![(start, 0)];
            index[start as usize] = next;
            low[start as usize] = next;
            next += 1;
            open.push(start);
            while let Some((method, at)) = stack.last_mut() {
                let here = *method as usize;
                if let Some(&callee) = called[here].get(*at) {
                    *at += 1;
                    let to = callee as usize;
                    if index[to] == UNSEEN {
                        index[to] = next;
                        low[to] = next;
                        next += 1;
                        open.push(callee);
                        stack.push((callee, 0));
                    } else if component[to] == UNSEEN {
                        low[here] = low[here].min(index[to]);
                    }
                    continue;
                }
                stack.pop();
                if let Some((below, _)) = stack.last() {
                    let below = *below as usize;
                    low[below] = low[below].min(low[here]);
                }
                if low[here] != index[here] {
                    continue;
                }
                let number = all.len() as u32;
                let mut members = Vec::new();
                while let Some(member) = open.pop() {
                    component[member as usize] = number;
                    members.push(member);
                    if member as usize == here {
                        break;
                    }
                }
                all.push(self.join(&members, &called, &component, &all, own));
            }
        }
        (component, all)
    }

    fn join(
        &self,
        members: &[u32],
        called: &[Vec<u32>],
        component: &[u32],
        all: &[All],
        own: &[Vec<Own>],
    ) -> All {
        let mut joined = All::default();
        let mut below = BTreeSet::new();
        for member in members {
            joined.methods.insert(*member);
            for point in &own[*member as usize] {
                point.reads.iter().for_each(|l| {
                    joined.reads.insert(*l);
                });
                point.writes.iter().for_each(|l| {
                    joined.writes.insert(*l);
                });
            }
            let calls = called[*member as usize].iter();
            below.extend(calls.map(|callee| component[*callee as usize]));
        }
        for number in below {
            // Its own number is not there yet.
            let Some(other) = all.get(number as usize) else {
                continue;
            };
            joined.reads.extend(&other.reads);
            joined.writes.extend(&other.writes);
            joined.methods.extend(&other.methods);
        }
        joined
    }

    /// What may leave each method by an exception.
    fn escaping(&self, own: &[Vec<Own>]) -> Vec<Throws> {
        let mut escaping = vec![Throws::default(); self.methods.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for id in self.method_ids() {
                let at = id.0 as usize;
                let method = self.method(id);
                let mut throws = escaping[at];
                for point in &own[at] {
                    let block = method.at(id, point.position).block;
                    if point.throws.any() && !method.body().block(block).catches_all() {
                        throws.join(point.throws);
                    }
                }
                for site in &self.sites[at] {
                    let block = method.at(id, site.position).block;
                    if method.body().block(block).catches_all() {
                        continue;
                    }
                    for callee in site.callees.iter().chain(&site.callbacks) {
                        throws.join(escaping[callee.0 as usize]);
                    }
                }
                changed |= throws != escaping[at];
                escaping[at] = throws;
            }
        }
        escaping
    }
}
