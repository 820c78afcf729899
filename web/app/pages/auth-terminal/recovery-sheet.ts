/** The text that recovery codes are kept as: what they are, for which app, one to a line. */
export function recoverySheet(codes: readonly string[], host: string): string {
  const head = [`Recovery codes for ${host}`, 'Each replaces one authenticator code, once. Cross out what is used.'];
  return [...head, '', ...codes, ''].join('\n');
}
