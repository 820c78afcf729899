import type { Result } from '@castellan/foundation/result';
import type { ExportSink } from '../passport/export-file.ts';
import { createSha256 } from '../passport/sha256.ts';
import type { ToolFailure } from '../vault/contract/vault-tools.ts';

type Seal = (piece: Uint8Array, isLast: boolean) => Promise<Result<Uint8Array<ArrayBuffer>, ToolFailure>>;

/** A sink that encrypts what it is given. `whole`: what came of it, once it was closed. `failure`: why the encryption ended, if it did. */
export type SealedSink = {
  readonly sink: ExportSink;
  readonly whole: () => { readonly bytes: number; readonly sha256: string };
  readonly failure: () => ToolFailure | undefined;
};

/** Encrypts on the way into another sink. Size and checksum are those of the file on the disk. */
export function sealedSink(seal: Seal, into: ExportSink): SealedSink {
  const hash = createSha256();
  let bytes = 0;
  let failure: ToolFailure | undefined;
  let sha256 = '';
  const write = async (piece: Uint8Array, isLast: boolean) => {
    const sealed = await seal(piece, isLast);
    if (!sealed.ok) {
      failure = sealed.failure;
      throw new Error(failure.code);
    }
    if (sealed.value.length === 0) return;
    bytes += sealed.value.length;
    hash.update(sealed.value);
    await into.write(sealed.value);
  };
  return {
    sink: {
      write: (piece) => write(piece, false),
      close: async () => {
        await write(new Uint8Array(0), true);
        sha256 = hash.digest();
        await into.close();
      },
      abort: into.abort,
    },
    whole: () => ({ bytes, sha256 }),
    failure: () => failure,
  };
}
