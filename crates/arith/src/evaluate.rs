//! Running the code of an expression.

use crate::error::{Error, ErrorKind};
use crate::number::parse_integer;
use crate::parse::parse_plain;
use crate::{Binary, Environment, Expr, MAX_RECURSION, Op, Subscript, Value};

/// Evaluate text after its expansion: `$`, quotes and backslashes are no longer special (except the quotes of a key).
pub fn eval_text<E: Environment + ?Sized>(text: &[u8], env: &mut E) -> Result<i64, E::Error> {
    eval_nested(text, env, 0)
}

/// Text that is the value of a variable met at recursion level `level`.
fn eval_nested<E: Environment + ?Sized>(text: &[u8], env: &mut E, level: u32) -> Result<i64, E::Error> {
    if let Some(value) = parse_integer(text) {
        return Ok(value);
    }
    if level > MAX_RECURSION {
        return Err(Error::new(ErrorKind::Recursion, text, text).into());
    }
    let expr = parse_plain(text, false, &mut |name| env.intern(name))?;
    run(&expr, &[], env, level)
}

impl Expr {
    /// Evaluate over `env`.
    ///
    /// `Ok(None)`: a parameter does not expand to an integer, or the subscript of an associative array has to be expanded. Then
    /// nothing has happened yet; expand the text and use [`eval_text`].
    #[inline]
    pub fn evaluate<E: Environment + ?Sized>(&self, env: &mut E) -> Result<Option<i64>, E::Error> {
        if self.parameters.is_empty() {
            return match &*self.code {
                [Op::Const(value)] => Ok(Some(*value)),
                _ => run(self, &[], env, 0).map(Some),
            };
        }
        self.evaluate_with_parameters(env)
    }

    fn evaluate_with_parameters<E: Environment + ?Sized>(&self, env: &mut E) -> Result<Option<i64>, E::Error> {
        for key in &self.keys {
            if key.expand_if_associative.is_some_and(|id| env.is_associative(id)) {
                return Ok(None);
            }
        }
        let mut few = [0i64; 8];
        let mut many;
        let values = match few.get_mut(..self.parameters.len()) {
            Some(values) => values,
            None => {
                many = vec![0i64; self.parameters.len()];
                &mut many[..]
            }
        };
        for (slot, used) in values.iter_mut().zip(&self.parameters) {
            let value = match env.parameter(used.parameter)? {
                Value::Int(value) => value,
                Value::Text(text) => match parse_integer(text) {
                    Some(value) => value,
                    None => return Ok(None),
                },
                Value::Unset => return Ok(None),
            };
            if used.unsigned && value < 0 {
                return Ok(None);
            }
            *slot = value;
        }
        run(self, values, env, 0).map(Some)
    }

    fn key(&self, index: u32) -> &[u8] {
        self.keys.get(index as usize).map_or(b"", |key| &key.text)
    }

    fn subscript(&self, associative: bool, key: u32, index: i64) -> Subscript<'_> {
        if associative { Subscript::Key(self.key(key)) } else { Subscript::Index(index) }
    }

    fn site_error(&self, kind: ErrorKind, site: u32) -> Error {
        let Some(site) = self.sites.get(site as usize) else { return Error::new(kind, &self.text, b"") };
        let (start, end, token) = (site.start as usize, site.end as usize, site.token as usize);
        let expression = self.text.get(start..end).unwrap_or_default();
        Error::new(kind, expression, self.text.get(token..end).unwrap_or_default())
    }
}

/// The number that a value means at recursion level `level`.
fn number<E: Environment + ?Sized>(env: &mut E, id: u32, level: u32) -> Result<i64, E::Error> {
    let text = match env.variable(id)? {
        Value::Int(value) => return Ok(value),
        Value::Unset => return Ok(0),
        Value::Text(text) => match parse_integer(text) {
            Some(value) => return Ok(value),
            None => text.to_vec(),
        },
    };
    eval_nested(&text, env, level + 1)
}

fn element<E: Environment + ?Sized>(
    env: &mut E,
    id: u32,
    subscript: Subscript<'_>,
    level: u32,
) -> Result<i64, E::Error> {
    let text = match env.element(id, subscript)? {
        Value::Int(value) => return Ok(value),
        Value::Unset => return Ok(0),
        Value::Text(text) => match parse_integer(text) {
            Some(value) => return Ok(value),
            None => text.to_vec(),
        },
    };
    eval_nested(&text, env, level + 1)
}

fn run<E: Environment + ?Sized>(expr: &Expr, parameters: &[i64], env: &mut E, level: u32) -> Result<i64, E::Error> {
    // One slot more than values held: the first push saves an accumulator that means nothing.
    let needed = expr.stack as usize + 1;
    let mut few = [0i64; 12];
    let mut many;
    let stack: &mut [i64] = if needed <= few.len() {
        &mut few
    } else {
        many = vec![0i64; needed];
        &mut many
    };
    let mut height = 0usize;
    let mut acc = 0i64;
    let mut pc = 0usize;
    macro_rules! push {
        ($value:expr) => {{
            let value = $value;
            if let Some(slot) = stack.get_mut(height) {
                *slot = acc;
            }
            height += 1;
            acc = value;
        }};
    }
    macro_rules! pop {
        () => {{
            height = height.wrapping_sub(1);
            stack.get(height).copied().unwrap_or(0)
        }};
    }
    while let Some(&op) = expr.code.get(pc) {
        pc += 1;
        match op {
            Op::Const(value) => push!(value),
            Op::Parameter(index) => push!(parameters.get(index as usize).copied().unwrap_or(0)),
            Op::Load(id) => push!(number(env, id, level)?),
            Op::SkipIndex { id, target } => {
                if env.is_associative(id) {
                    push!(0);
                    pc = target as usize;
                }
            }
            Op::Fail(index) => {
                let error = expr.errors.get(index as usize).cloned();
                return Err(error.unwrap_or_else(|| Error::new(ErrorKind::BadSubscript, &expr.text, b"")).into());
            }
            Op::LoadElement { id, key } => {
                let subscript = expr.subscript(env.is_associative(id), key, acc);
                acc = element(env, id, subscript, level)?;
            }
            Op::Assign(id) => env.assign(id, None, acc)?,
            Op::AssignElement { id, key } => {
                let index = pop!();
                let subscript = expr.subscript(env.is_associative(id), key, index);
                env.assign(id, Some(subscript), acc)?;
            }
            Op::StoreElement { id, key } => {
                let index = acc;
                acc = pop!();
                let subscript = expr.subscript(env.is_associative(id), key, index);
                env.assign(id, Some(subscript), acc)?;
            }
            Op::Increment { id, delta, post } => {
                let old = number(env, id, level)?;
                let new = old.wrapping_add(i64::from(delta));
                env.assign(id, None, new)?;
                push!(if post { old } else { new });
            }
            Op::IncrementElement { id, key, down, post } => {
                let subscript = expr.subscript(env.is_associative(id), key, acc);
                let old = element(env, id, subscript, level)?;
                let new = old.wrapping_add(if down { -1 } else { 1 });
                env.assign(id, Some(subscript), new)?;
                acc = if post { old } else { new };
            }
            Op::Duplicate => push!(acc),
            Op::Pop => acc = pop!(),
            Op::Negate => acc = acc.wrapping_neg(),
            Op::Not => acc = i64::from(acc == 0),
            Op::Complement => acc = !acc,
            Op::Bool => acc = i64::from(acc != 0),
            Op::Binary(op) => acc = binary(op, pop!(), acc),
            Op::BinaryConst(op, right) => acc = binary(op, acc, right),
            Op::Checked(op, site) => {
                let left = pop!();
                match op {
                    Binary::Power if acc < 0 => {
                        return Err(expr.site_error(ErrorKind::NegativeExponent, site).into());
                    }
                    Binary::Divide | Binary::Remainder if acc == 0 => {
                        return Err(expr.site_error(ErrorKind::DivisionByZero, site).into());
                    }
                    _ => acc = binary(op, left, acc),
                }
            }
            Op::AndThen(target) => {
                if acc == 0 {
                    pc = target as usize;
                } else {
                    acc = pop!();
                }
            }
            Op::OrElse(target) => {
                if acc != 0 {
                    acc = 1;
                    pc = target as usize;
                } else {
                    acc = pop!();
                }
            }
            Op::PopJumpIfZero(target) => {
                let test = acc;
                acc = pop!();
                if test == 0 {
                    pc = target as usize;
                }
            }
            Op::Jump(target) => pc = target as usize,
        }
    }
    Ok(acc)
}

/// A binary operator. Divisors are not zero and exponents not negative here.
#[inline]
fn binary(op: Binary, left: i64, right: i64) -> i64 {
    match op {
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        Binary::And => left & right,
        Binary::Equal => i64::from(left == right),
        Binary::NotEqual => i64::from(left != right),
        Binary::Less => i64::from(left < right),
        Binary::LessEqual => i64::from(left <= right),
        Binary::Greater => i64::from(left > right),
        Binary::GreaterEqual => i64::from(left >= right),
        // The processor takes the count modulo 64, and so does bash.
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide if right != 0 => left.wrapping_div(right),
        Binary::Remainder if right != 0 => left.wrapping_rem(right),
        Binary::Divide | Binary::Remainder => 0,
        Binary::Power => power(left, right),
    }
}

/// `base` to the power of `exponent`, wrapping around.
fn power(mut base: i64, exponent: i64) -> i64 {
    let mut exponent = exponent.max(0);
    let mut result = 1i64;
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}
