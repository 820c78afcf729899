import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type OpenExportFailure, openExport } from '../export/encrypted-export.ts';
import { importAuthenticator, isAuthenticatorExport } from './authenticator-codes.ts';
import { type OpenPorts, openBitwarden } from './bitwarden-encrypted.ts';
import { importBitwarden } from './bitwarden-json.ts';
import { importCsv, sniffCsv } from './csv-importers.ts';
import { readCsv } from './csv-table.ts';
import { decodeText } from './decode-text.ts';
import { type ImportedFile, type ImportFailure, importLimits } from './import-model.ts';
import { importOnePassword, unpackOnePassword } from './one-password.ts';
import { type Members, membersOf, readJson } from './read-json.ts';

/** A file the owner chose, and what opens it if it is sealed. */
export type ImportRequest = {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** KeePass only. */
  readonly keyFile?: Uint8Array | undefined;
  /** Stands in for times the file does not tell: milliseconds since 1970. */
  readonly nowMs: number;
};

/**
 * Reads a file of any known format: sniffed by its content, never by its name. Nothing is written anywhere; what cannot
 * become an entry is rejected with a reason, what has no place is listed. `password_needed` asks for the call to be repeated.
 */
export async function importFile(request: ImportRequest, ports: OpenPorts): Promise<Result<ImportedFile, ImportFailure>> {
  const { bytes } = request;
  if (bytes.length === 0) return fail({ code: 'empty_file' });
  if (bytes.length > importLimits.fileBytes) return fail({ code: 'file_too_large' });
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return importArchive(request);
  if (startsWith(bytes, [0x03, 0xd9, 0xa2, 0x9a])) return importKeePass(request, ports);
  const text = decodeText(bytes);
  if (!text.ok) return text;
  if (/^\s*[{[]/.test(text.value)) return importJson(text.value, request, ports);
  if (isAuthenticatorExport(text.value)) return importAuthenticator(text.value, request.nowMs);
  const table = readCsv(text.value);
  if (!table.ok) return table;
  const format = sniffCsv(table.value);
  return format === undefined ? fail({ code: 'format_unknown' }) : succeed(importCsv(format, table.value, request.nowMs));
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

function importArchive({ bytes, nowMs }: ImportRequest): Result<ImportedFile, ImportFailure> {
  const unpacked = unpackOnePassword(bytes);
  if (!unpacked.ok) return unpacked;
  const data = readMembers(unpacked.value.data);
  return data.ok ? importOnePassword(data.value, unpacked.value.files, nowMs) : data;
}

function readMembers(bytes: Uint8Array): Result<Members, ImportFailure> {
  const text = decodeText(bytes);
  const value = text.ok ? readJson(text.value) : text;
  if (!value.ok) return value;
  const members = membersOf(value.value);
  return members === undefined ? fail({ code: 'structure_unknown' }) : succeed(members);
}

async function importKeePass(
  { bytes, password, keyFile, nowMs }: ImportRequest,
  { argon2 }: OpenPorts,
): Promise<Result<ImportedFile, ImportFailure>> {
  // The reader of this format is as large as all others together: loaded when it is needed.
  const [{ openKdbx }, { importKdbx }] = await Promise.all([import('./kdbx-open.ts'), import('./kdbx-importer.ts')]);
  const database = await openKdbx(bytes, { password, keyFile }, argon2);
  return database.ok ? importKdbx(database.value, nowMs) : database;
}

async function importJson(text: string, request: ImportRequest, ports: OpenPorts): Promise<Result<ImportedFile, ImportFailure>> {
  const value = readJson(text);
  if (!value.ok) return value;
  const file = membersOf(value.value);
  if (file === undefined) return fail({ code: 'structure_unknown' });
  if (file.get('format') === 'castellan.export.2') return importOwn(value.value, request, ports);
  if (file.get('encrypted') !== true) {
    return file.has('items') ? importBitwarden(file, 'bitwarden-json', request.nowMs) : fail({ code: 'format_unknown' });
  }
  const opened = await openBitwarden(file, request.password, ports);
  const inner = opened.ok ? readJson(opened.value) : opened;
  if (!inner.ok) return inner;
  const members = membersOf(inner.value);
  return members === undefined ? fail({ code: 'structure_unknown' }) : importBitwarden(members, 'bitwarden-encrypted-json', request.nowMs);
}

const ownFailures: Readonly<Record<OpenExportFailure['code'], ImportFailure['code']>> = {
  export_not_valid: 'structure_unknown',
  export_kdf_refused: 'kdf_refused',
  wrong_password: 'wrong_password',
  export_damaged: 'file_damaged',
  derivation_failed: 'derivation_failed',
};

async function importOwn(value: unknown, { password }: ImportRequest, ports: OpenPorts): Promise<Result<ImportedFile, ImportFailure>> {
  if (password === undefined || password === '') return fail({ code: 'password_needed' });
  const opened = await openExport(value, password, ports);
  if (!opened.ok) return fail({ code: ownFailures[opened.failure.code] });
  return succeed({ format: 'castellan-export', drafts: opened.value.entries, rejected: opened.value.refused, losses: [] });
}
