/** SQLite as WebAssembly, in one file with its bytes: a Worker with `connect-src 'none'` can fetch none. Of sql.js, what is used here. */
declare module 'sql.js/dist/sql-wasm-inline.js' {
  export type Statement = {
    readonly bind: (values: readonly string[]) => boolean;
    readonly step: () => boolean;
    readonly get: () => readonly (string | number | null | Uint8Array)[];
    readonly free: () => boolean;
  };
  export type Database = {
    readonly prepare: (query: string) => Statement;
    readonly run: (query: string) => unknown;
    readonly close: () => void;
  };
  export default function initSqlJs(): Promise<{ readonly Database: new (bytes: Uint8Array) => Database }>;
}
