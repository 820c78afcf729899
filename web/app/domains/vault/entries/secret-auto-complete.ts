/**
 * What browsers are told of every field for a secret of the vault. Not `current-password` or `new-password`: they would offer to
 * keep the master or an entry's password beside the account's, where the vault's own design keeps them nowhere. Not `off`, which
 * they pass over in password fields. A one-time code is what none of them saves as a password (Chromium: `form_parser.cc`,
 * `IsNotPasswordField`).
 */
export const secretAutoComplete = 'one-time-code';
