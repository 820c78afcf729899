import { useEffect, useState } from 'react';
import { sshFingerprint } from '../../../../../domains/vault/entries/ssh-fingerprint.ts';
import { whileWanted } from '../../../../../lib/while-wanted.ts';

/** The fingerprint of a public key, computed here; `undefined` while it is not, and where the text is no such key. */
export function useFingerprint(publicKey: string): string | undefined {
  const [computed, setComputed] = useState<{ readonly of: string; readonly text: string | undefined }>();
  useEffect(() => whileWanted(sshFingerprint(publicKey), (text) => setComputed({ of: publicKey, text })), [publicKey]);
  return computed?.of === publicKey ? computed.text : undefined;
}
