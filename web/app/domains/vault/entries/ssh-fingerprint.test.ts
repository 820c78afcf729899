import { expect, test } from 'vitest';
import { sshFingerprint } from './ssh-fingerprint.ts';

// The pair was made for this test; `ssh-keygen -l` of OpenSSH 9 prints the fingerprint.
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILSxWR4jvVL/D1zMRXQVjPme0qBXtOuS4ZLvGko0BN+4';
const fingerprint = 'SHA256:V2yyjByovAjvbpT1v6z7C9xiqJdEbrqWZ7Zb9H3RHCk';

test('the fingerprint of a public key is the one that ssh-keygen prints, whatever the comment', async () => {
  expect(await sshFingerprint(key)).toBe(fingerprint);
  expect(await sshFingerprint(` ${key} ada@host\n`)).toBe(fingerprint);
});

test('what is no public key, or says another kind inside than before it, has no fingerprint', async () => {
  const wrong = [
    ...['', 'ssh-ed25519', 'ssh-ed25519 !!!', key.replace('ssh-ed25519', 'ssh-rsa'), `ssh-ed25519 ${'A'.repeat(40)}`],
    ...[`${key}\n${key}`, '-----BEGIN OPENSSH PRIVATE KEY-----', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI==='],
  ];
  for (const text of wrong) expect(await sshFingerprint(text), text).toBeUndefined();
});
