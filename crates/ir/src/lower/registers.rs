//! Register numbers: one per (local variable, kind) and one per (stack slot, kind), made when first asked for, so that a
//! register never changes kind. They are numbered densely only at the end, when it is known which ones survive.

use crate::{Kind, Reg};

/// Where a register comes from. The derived order is the final numbering's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Local(u16),
    Temp(u32),
}

const NONE: u16 = u16::MAX;

#[derive(Debug, Default)]
pub(crate) struct Registers {
    pub kinds: Vec<Kind>,
    pub origins: Vec<Origin>,
    locals: Vec<[u16; 5]>,
    temps: Vec<[u16; 5]>,
}

#[derive(Debug)]
pub(crate) struct TooManyRegisters;

impl Registers {
    pub fn local(&mut self, slot: u16, kind: Kind) -> Result<Reg, TooManyRegisters> {
        let at = usize::from(slot);
        if at >= self.locals.len() {
            self.locals.resize(at + 1, [NONE; 5]);
        }
        if self.locals[at][kind as usize] == NONE {
            self.locals[at][kind as usize] = self.add(kind, Origin::Local(slot))?;
        }
        Ok(Reg(self.locals[at][kind as usize]))
    }

    pub fn temp(&mut self, index: u32, kind: Kind) -> Result<Reg, TooManyRegisters> {
        let at = index as usize;
        if at >= self.temps.len() {
            self.temps.resize(at + 1, [NONE; 5]);
        }
        if self.temps[at][kind as usize] == NONE {
            self.temps[at][kind as usize] = self.add(kind, Origin::Temp(index))?;
        }
        Ok(Reg(self.temps[at][kind as usize]))
    }

    /// The register of a local variable, if the code ever used it with this kind.
    pub fn find_local(&self, slot: u16, kind: Kind) -> Option<Reg> {
        match self.locals.get(usize::from(slot))?[kind as usize] {
            NONE => None,
            reg => Some(Reg(reg)),
        }
    }

    pub fn is_temp(&self, reg: Reg) -> bool {
        matches!(self.origins[usize::from(reg.0)], Origin::Temp(_))
    }

    fn add(&mut self, kind: Kind, origin: Origin) -> Result<u16, TooManyRegisters> {
        let number = u16::try_from(self.kinds.len()).map_err(|_| TooManyRegisters)?;
        if number == NONE {
            return Err(TooManyRegisters);
        }
        self.kinds.push(kind);
        self.origins.push(origin);
        Ok(number)
    }
}
