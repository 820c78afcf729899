const keyLine = /^((?:ssh|ecdsa|sk)-[a-z0-9@.-]{1,60}) +([A-Za-z0-9+/]{16,20000}={0,2})(?: [^\n]{0,500})?$/;

/**
 * The fingerprint of an OpenSSH public key (`ssh-ed25519 AAAA… comment`) as `ssh-keygen -l` prints it: `SHA256:` and the digest in base64
 * without padding. `undefined` where the text is no such key, or the key says another kind of itself inside.
 */
export async function sshFingerprint(publicKey: string): Promise<string | undefined> {
  const [, kind, encoded] = keyLine.exec(publicKey.trim()) ?? [];
  if (kind === undefined || encoded === undefined) return undefined;
  const blob = bytesOf(encoded);
  if (blob === undefined || kindWithin(blob) !== kind) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', blob));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`;
}

function bytesOf(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** A key begins with the name of its kind, behind its length in four bytes (RFC 4253 §6.6). */
function kindWithin(blob: Uint8Array<ArrayBuffer>): string | undefined {
  if (blob.length < 8) return undefined;
  const length = new DataView(blob.buffer).getUint32(0);
  return length > 100 || length + 4 >= blob.length ? undefined : String.fromCharCode(...blob.subarray(4, 4 + length));
}
