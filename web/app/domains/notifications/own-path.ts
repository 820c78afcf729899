/** A path of this site, as the database admits it: two slashes, or a backslash for one of them, would begin another host's address. */
const form = /^\/(?![/\\])[\w.~%!$&'()*+,;=:@/?#-]*$/;

/** The path, or nothing where a text is none of this site's. */
export function readOwnPath(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && text.length <= 500 && form.test(text) ? text : undefined;
}
