/** An e-mail address in two parts, so that what is sent to visitors holds none that a program would find. */
export type MailParts = { readonly mailbox: string; readonly mailHost: string };

/** The parts of an address at its last `@`; `undefined` where none is given. */
export function mailPartsOf(email: string | undefined): MailParts | undefined {
  if (email === undefined) return undefined;
  const at = email.lastIndexOf('@');
  return { mailbox: email.slice(0, at), mailHost: email.slice(at + 1) };
}
