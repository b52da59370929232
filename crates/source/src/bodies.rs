//! Gives declarations without bodies an empty one, so that the grammar, which knows no constructor without a body,
//! understands files of specifications. The text keeps its length, and with it all positions.

/// Writes `{}` over the `;` of a declaration with parameters and the white space behind it.
pub(crate) fn with_bodies(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let (mut parameters, mut value) = (false, false);
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'/' if bytes[i..].starts_with(b"//") => {
                while i < bytes.len() && !matches!(bytes[i], b'\n' | b'\r') {
                    i += 1;
                }
                continue;
            }
            b'/' if bytes[i..].starts_with(b"/*") => {
                i += 2;
                while i < bytes.len() && !bytes[i..].starts_with(b"*/") {
                    i += 1;
                }
                i += 2;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                i += 1;
                while i < bytes.len() && !matches!(bytes[i], b'\n' | b'\r') && bytes[i] != quote {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
            }
            b'(' => parameters = true,
            b'=' => value = true,
            b'{' | b'}' => (parameters, value) = (false, false),
            b';' => {
                let space = bytes.get(i + 1).is_some_and(u8::is_ascii_whitespace);
                if parameters && !value && space {
                    out[i] = b'{';
                    out[i + 1] = b'}';
                }
                (parameters, value) = (false, false);
            }
            _ => {}
        }
        i += 1;
    }
    // Only whole ASCII characters were replaced.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
