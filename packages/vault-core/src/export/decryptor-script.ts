/**
 * The script of the offline decryptor: plain JavaScript that needs WebCrypto and `hashwasm.argon2id` and nothing else. It is
 * text because it must run in a saved file, apart from every bundle; a test runs it against real exports.
 */
export const decryptorScript = `
async function castellanOpen(text, password) {
  const file = JSON.parse(text);
  if (file.format !== 'castellan.export.2') throw new Error('This is not a castellan.export.2 file.');
  const kdf = file.kdf;
  if (kdf.algorithm !== 'argon2id' || kdf.version !== 19 || kdf.lanes !== 1 || !(kdf.memoryKib <= 1048576) || !(kdf.passes <= 16)) {
    throw new Error('The parameters of the key derivation are not usable.');
  }
  const utf8 = (value) => new TextEncoder().encode(value);
  const bytesOf = (value) => Uint8Array.from(atob(value.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const parts = [file.format, kdf.memoryKib, kdf.passes, kdf.lanes, kdf.salt, file.createdAt, file.entries].map((part) => utf8(String(part)));
  const associated = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let place = 0;
  for (const part of parts) {
    new DataView(associated.buffer).setUint32(place, part.length);
    associated.set(part, place + 4);
    place += 4 + part.length;
  }
  const derived = await hashwasm.argon2id({
    password: utf8(password.normalize('NFKC')), salt: bytesOf(kdf.salt), memorySize: kdf.memoryKib,
    iterations: kdf.passes, parallelism: 1, hashLength: 64, outputType: 'binary',
  });
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const commitKey = await crypto.subtle.importKey('raw', derived.slice(32), hmac, false, ['verify']);
  if (!(await crypto.subtle.verify('HMAC', commitKey, bytesOf(file.commitment), associated))) throw new Error('Wrong password.');
  const key = await crypto.subtle.importKey('raw', derived.slice(0, 32), 'AES-GCM', false, ['decrypt']);
  const sealed = bytesOf(file.sealed);
  const algorithm = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData: associated };
  let plain;
  try {
    plain = await crypto.subtle.decrypt(algorithm, key, sealed.slice(12));
  } catch {
    throw new Error('The file is damaged.');
  }
  return JSON.parse(new TextDecoder().decode(plain)).entries;
}
function castellanShow(entries) {
  const list = document.getElementById('entries');
  list.replaceChildren();
  const line = (parent, name, value, hidden) => {
    if (value === '') return;
    const term = document.createElement('dt');
    term.textContent = name;
    const text = document.createElement('dd');
    if (!hidden) text.textContent = value;
    else {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Show';
      button.addEventListener('click', () => text.replaceChildren(value));
      text.append(button);
    }
    parent.append(term, text);
  };
  for (const { details, secrets } of entries) {
    const item = document.createElement('details');
    const title = document.createElement('summary');
    title.textContent = details.title + (details.trashedAt === null ? '' : ' (in the trash)');
    const facts = document.createElement('dl');
    line(facts, 'User name', details.username);
    line(facts, 'Address', details.url);
    line(facts, 'Password', secrets.password, true);
    line(facts, 'One-time secret', secrets.totp, true);
    line(facts, 'Category', details.category);
    line(facts, 'Tags', details.tags.join(', '));
    line(facts, 'Notes', secrets.notes, true);
    for (const field of secrets.fields) line(facts, field.name, field.value, field.hidden);
    for (const old of secrets.history) line(facts, 'Password until ' + old.replacedAt, old.secrets.password, true);
    item.append(title, facts);
    list.append(item);
  }
}
if (typeof document !== 'undefined') {
  document.getElementById('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const status = document.getElementById('status');
    status.textContent = 'Deriving the key…';
    try {
      const text = await document.getElementById('file').files[0].text();
      const entries = await castellanOpen(text, document.getElementById('password').value);
      castellanShow(entries);
      status.textContent = entries.length + ' entries.';
    } catch (error) {
      status.textContent = error instanceof SyntaxError ? 'This is not an export file.' : error.message;
    }
  });
}
`;
