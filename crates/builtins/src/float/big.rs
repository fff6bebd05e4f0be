//! Unsigned integers of any size, with the few operations that exact conversion needs.

/// An unsigned integer of any size, least significant limb first, without leading zero limbs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Big(pub(super) Vec<u32>);

impl Big {
    pub(super) fn from_u64(value: u64) -> Big {
        let mut big = Big(vec![value as u32, (value >> 32) as u32]);
        big.trim();
        big
    }

    pub(super) fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn bits(&self) -> u64 {
        match self.0.last() {
            Some(top) => self.0.len() as u64 * 32 - u64::from(top.leading_zeros()),
            None => 0,
        }
    }

    /// `self * factor + addend`
    pub(super) fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.0 {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by `base` to the power of `exponent`.
    pub(super) fn multiply_power(&mut self, base: u32, exponent: u64) {
        // As large a power as fits one limb at a time.
        let mut left = exponent;
        while left > 0 {
            let mut factor = 1u32;
            while left > 0 {
                match factor.checked_mul(base) {
                    Some(larger) => factor = larger,
                    None => break,
                }
                left -= 1;
            }
            self.multiply_add(factor, 0);
        }
    }

    /// Divides by a small number; returns the remainder.
    pub(super) fn divide(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0u64;
        for limb in self.0.iter_mut().rev() {
            let value = remainder << 32 | u64::from(*limb);
            *limb = (value / u64::from(divisor)) as u32;
            remainder = value % u64::from(divisor);
        }
        self.trim();
        remainder as u32
    }

    pub(super) fn shift_left(&mut self, count: u64) {
        if self.is_zero() {
            return;
        }
        let (limbs, bits) = ((count / 32) as usize, (count % 32) as u32);
        if bits > 0 {
            let mut carry = 0;
            for limb in &mut self.0 {
                let value = *limb;
                *limb = value << bits | carry;
                carry = value >> (32 - bits);
            }
            if carry > 0 {
                self.0.push(carry);
            }
        }
        self.0.splice(0..0, std::iter::repeat_n(0, limbs));
    }

    pub(super) fn compare(&self, other: &Big) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Subtracts a number that is not larger.
    pub(super) fn subtract(&mut self, other: &Big) {
        let mut borrow = 0i64;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let value = i64::from(*limb) - i64::from(other.0.get(index).copied().unwrap_or(0)) + borrow;
            *limb = value as u32;
            borrow = value >> 32;
        }
        self.trim();
    }

    /// Decimal digits, `0` for zero.
    pub(super) fn to_decimal(&self) -> String {
        let mut rest = self.clone();
        let mut groups = Vec::new();
        while !rest.is_zero() {
            groups.push(rest.divide(1_000_000_000));
        }
        let mut text = String::new();
        for (index, group) in groups.iter().rev().enumerate() {
            text += &if index == 0 { format!("{group}") } else { format!("{group:09}") };
        }
        if text.is_empty() { "0".into() } else { text }
    }
}
