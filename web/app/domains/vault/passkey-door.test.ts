import { afterEach, expect, test, vi } from 'vitest';
import { browserPasskeys } from './passkey-door.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('each passkey has a handle of its own, so that an authenticator keeps it beside the others', async () => {
  const handles: string[] = [];
  vi.stubGlobal('PublicKeyCredential', class {});
  const create = async ({ publicKey }: { readonly publicKey: PublicKeyCredentialCreationOptions }) => {
    handles.push(new Uint8Array(publicKey.user.id as ArrayBuffer).toString());
    return null;
  };
  vi.stubGlobal('navigator', { credentials: { create } });
  await browserPasskeys.make('one');
  await browserPasskeys.make('two');
  expect(handles).toHaveLength(2);
  expect(new Set(handles).size).toBe(2);
});
