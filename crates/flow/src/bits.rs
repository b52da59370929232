//! Sets of small numbers: a sorted list while they are few, a bit per number after that.

const FEW: usize = 12;

#[derive(Debug, Clone)]
pub enum Bits {
    Few(Vec<u32>),
    Many { words: Vec<u64>, count: u32 },
}

impl Default for Bits {
    fn default() -> Bits {
        Bits::Few(Vec::new())
    }
}

impl Bits {
    /// Whether it was not there before.
    pub fn insert(&mut self, number: u32) -> bool {
        match self {
            Bits::Few(list) => {
                let Err(at) = list.binary_search(&number) else {
                    return false;
                };
                if list.len() < FEW {
                    list.insert(at, number);
                    return true;
                }
                let mut many = Bits::Many {
                    words: Vec::new(),
                    count: 0,
                };
                for known in list.iter() {
                    many.insert(*known);
                }
                *self = many;
                self.insert(number)
            }
            Bits::Many { words, count } => {
                let (word, bit) = ((number / 64) as usize, 1u64 << (number % 64));
                if words.len() <= word {
                    words.resize(word + 1, 0);
                }
                let new = words[word] & bit == 0;
                words[word] |= bit;
                *count += u32::from(new);
                new
            }
        }
    }

    pub fn extend(&mut self, other: &Bits) {
        if let (Bits::Many { words, count }, Bits::Many { words: more, .. }) = (&mut *self, other) {
            if words.len() < more.len() {
                words.resize(more.len(), 0);
            }
            for (word, other) in words.iter_mut().zip(more) {
                *word |= other;
            }
            *count = words.iter().map(|word| word.count_ones()).sum();
            return;
        }
        for number in other.to_vec() {
            self.insert(number);
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Bits::Few(list) => list.len(),
            Bits::Many { count, .. } => *count as usize,
        }
    }

    /// In ascending order.
    pub fn to_vec(&self) -> Vec<u32> {
        match self {
            Bits::Few(list) => list.clone(),
            Bits::Many { words, count } => {
                let mut list = Vec::with_capacity(*count as usize);
                for (at, word) in words.iter().enumerate() {
                    let mut word = *word;
                    while word != 0 {
                        list.push(at as u32 * 64 + word.trailing_zeros());
                        word &= word - 1;
                    }
                }
                list
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_hold_the_same() {
        let mut bits = Bits::default();
        let numbers: Vec<u32> = (0..40).map(|n| n * 37 % 101).collect();
        for n in &numbers {
            assert!(bits.insert(*n));
            assert!(!bits.insert(*n));
        }
        let mut sorted = numbers;
        sorted.sort();
        assert_eq!(bits.to_vec(), sorted);
        assert_eq!(bits.len(), 40);
        let mut other = Bits::default();
        (0..30).for_each(|n| assert!(other.insert(n * 1000)));
        let mut both = bits.clone();
        both.extend(&other);
        assert_eq!(both.len(), 40 + 30 - 1);
        let mut few = Bits::default();
        few.insert(9);
        few.extend(&bits);
        assert_eq!(few.to_vec(), bits.to_vec());
    }
}
