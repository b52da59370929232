//! Access control (JVMS §5.4.4): a field or method that the code of one class names in another. Compiled together they
//! always agree; class files of different origin may not, and then a JVM refuses.

use crate::class::Class;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::ClassId;
use classpath::{MemberRef, Name, access};

impl Machine {
    /// Fails with `IllegalAccessError` if the running code may not use a member that `declarer` has.
    pub(crate) fn check_access(
        &self,
        st: &State,
        member: &MemberRef,
        declarer: ClassId,
        flags: u16,
    ) -> Step<()> {
        if flags & access::PUBLIC != 0 || member.class.starts_with('[') {
            return Ok(());
        }
        let Some(frame) = st.stack.frames.last() else {
            return Ok(());
        };
        let method = self.method(frame.method);
        // What the machine makes itself stands for code that has been checked where it was written.
        if method.class == declarer || method.is_synthetic_frame() {
            return Ok(());
        }
        let (user, declarer) = (self.class(method.class), self.class(declarer));
        let visible = if flags & access::PRIVATE != 0 {
            nest_host(user) == nest_host(declarer)
        } else {
            user.package() == declarer.package()
                || flags & access::PROTECTED != 0 && user.is_subclass_of(declarer.id)
        };
        if visible {
            return Ok(());
        }
        let kind = if member.descriptor.starts_with('(') {
            "method"
        } else {
            "field"
        };
        let how = match flags & (access::PRIVATE | access::PROTECTED) {
            access::PRIVATE => "private ",
            access::PROTECTED => "protected ",
            _ => "",
        };
        let text = format!(
            "class {} tried to access {how}{kind} {}.{}",
            user.java_name(),
            declarer.java_name(),
            member.name
        );
        Err(Halt::throw("java/lang/IllegalAccessError", text))
    }
}

fn nest_host(class: &Class) -> &Name {
    let host = class.file.as_ref().and_then(|f| f.nest_host.as_ref());
    host.unwrap_or(&class.name)
}
