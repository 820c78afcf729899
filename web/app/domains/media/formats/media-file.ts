import type { RejectedLine } from '../../exchange/plan-import.ts';
import type { EntryDraft, MediaDraft, MediaKind } from '../media.ts';

/** One item that a file holds. */
export type FileItem = {
  readonly line: number;
  /** Names it within its source, so that reading the file again finds it. */
  readonly key: string;
  readonly draft: MediaDraft;
  /** ISO 8601: when it was added there. */
  readonly addedAt?: string | undefined;
};

/** One day of the diary that a file holds. */
export type FileEntry = {
  readonly line: number;
  readonly key: string;
  readonly itemKey: string;
  readonly draft: EntryDraft;
  readonly addedAt?: string | undefined;
};

/** What a file was read as. */
export type MediaFile = {
  /** As records name where they came from. */
  readonly source: string;
  /** As a person calls the format. */
  readonly label: string;
  /** What it holds items of. */
  readonly kinds: readonly MediaKind[];
  readonly items: readonly FileItem[];
  readonly entries: readonly FileEntry[];
  readonly rejected: readonly RejectedLine[];
  readonly partial: readonly RejectedLine[];
};

/** Gathers what a reader finds, row by row. */
export type FileCollector = {
  readonly item: (item: FileItem) => void;
  readonly entry: (entry: FileEntry) => void;
  readonly reject: (line: number, text: string, reason: string) => void;
  /** Something of a row that is taken could not be. */
  readonly leaveOut: (line: number, text: string, reason: string) => void;
  readonly result: () => Pick<MediaFile, 'items' | 'entries' | 'rejected' | 'partial'>;
};

/** Items and entries taken from one file; one of more is a mistake. */
export const maxFileRecords = 20_000;

/** Makes an empty collector. What is more than a file may hold is rejected with that reason. */
export function collectFile(): FileCollector {
  const items: FileItem[] = [];
  const entries: FileEntry[] = [];
  const rejected: RejectedLine[] = [];
  const partial: RejectedLine[] = [];
  const reject = (line: number, text: string, reason: string) => void rejected.push({ line, text: text.slice(0, 80), reason });
  const tooMany = `A file has at most ${maxFileRecords} records.`;
  return {
    item: (item) => (items.length + entries.length < maxFileRecords ? void items.push(item) : reject(item.line, item.draft.title, tooMany)),
    entry: (entry) => (items.length + entries.length < maxFileRecords ? void entries.push(entry) : reject(entry.line, '', tooMany)),
    reject,
    leaveOut: (line, text, reason) => void partial.push({ line, text: text.slice(0, 80), reason }),
    result: () => ({ items, entries, rejected, partial }),
  };
}
