import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { type Allowance, findWaysOut } from '../../tests/support/find-ways-out.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The listed exceptions, by the path that begins so: the listener with its sockets, the search for a free port, and the
 * database driver. No other file outside `server/adapters` opens a connection.
 */
const exceptions: Readonly<Record<string, Allowance>> = {
  'server/start/open-entrance.ts': { imports: { http: ['createServer'] } },
  'server/http/sockets.ts': { imports: { ws: ['WebSocketServer'] } },
  // Loads the build of our own pages by its path.
  'server/pages/pages.ts': { words: ['import'] },
  'server/pages/draw-shells.ts': { words: ['import'] },
  'server/database/embedded-postgres.ts': { imports: { net: ['createServer'] } },
  'server/database/': { words: ['Client'] },
  // Loads `node:sqlite`, and that alone, where it is needed.
  'server/lock-as-database.ts': { words: ['createRequire'] },
  // Each of its requests goes through the guard that it is handed (`sendBy`).
  'platform/src/auth/providers/openid.ts': {
    imports: { oauth4webapi: ['authorizationCodeGrantRequest', 'discoveryRequest', 'userInfoRequest'] },
  },
  'platform/src/cluster/': { words: ['Client'] },
  'platform/src/core/database.ts': { words: ['Client', 'Pool'] },
  'platform/src/core/shared-login.ts': { words: ['Client'] },
  'platform/src/core/migrate.ts': { words: ['Client'] },
  'platform/src/realtime/changes/capture-changes.ts': { words: ['Client'] },
  'platform/src/realtime/changes/outbox-listener.ts': { words: ['Client'] },
};

function allowedTo(path: string): Allowance {
  const rows = Object.entries(exceptions).filter(([prefix]) => path.startsWith(prefix));
  return {
    imports: Object.assign({}, ...rows.map(([, { imports }]) => imports)),
    words: rows.flatMap(([, { words }]) => words ?? []),
  };
}

/** The program's own files that run in the server's process, without their tests. */
function serverFiles(folder: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/(\.test\.tsx?|^(start-)?test-.*)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => isWanted(path) && !path.includes('node_modules'));
}

// A few hundred files are parsed, on a machine that may be busy.
test('nobody in the server opens a connection but the adapters', { timeout: 60_000 }, () => {
  const files = [
    ...serverFiles('server', (path) => !path.startsWith('server/adapters/')),
    ...serverFiles('platform/src', () => true),
    ...serverFiles('packages', (path) => !path.includes('/tests/')),
    ...serverFiles('tools', (path) => /^tools\/[^/]+\/(knowledge|server)\//.test(path)),
    ...serverFiles('web/app', (path) => /\.server\.tsx?$/.test(path)),
  ];
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    findWaysOut(readFileSync(join(root, path), 'utf8'), allowedTo(path)).map((place) => `${path}:${place}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'await fetch(address)',
  String.raw`await f\u0065tch(address)`,
  'await import/**/(name)',
  'process?.[name]',
  'const ask = fetch;',
  'globalThis.fetch(address)',
  "globalThis['fetch'](address)",
  'const { fetch: ask } = globalThis;',
  'global.fetch(address)',
  "Reflect.get(globalThis, 'fetch')",
  'new WebSocket(address)',
  'new EventSource(address)',
  'class Mine extends WebSocket {}',
  "import { connect } from 'node:net';",
  "import { Socket } from 'net';",
  "import * as net from 'node:net';",
  "import net from 'node:net';",
  "import { default as net } from 'node:net';",
  "import { isIP, createConnection as isIPv4 } from 'node:net';",
  "import { request } from 'node:http';",
  "import * as web from 'node:http';",
  "import { get } from 'node:https';",
  "import http2 from 'node:http2';",
  "import * as tls from 'node:tls';",
  "import { createSocket } from 'node:dgram';",
  "import { lookup } from 'node:dns/promises';",
  "import { Resolver } from 'node:dns';",
  "import { Client } from 'undici';",
  "import { fetch as ask } from 'undici';",
  "import Client from 'undici/lib/dispatcher/client.js';",
  "import { WebSocket as Socket } from 'ws';",
  "import pg from 'pg'; new pg.Client(address);",
  "import pg from 'pg'; class Mine extends pg.Pool {}",
  "import { Pool } from 'pg';",
  "import { createRemoteJWKSet } from 'jose';",
  "import { discoveryRequest } from 'oauth4webapi';",
  "export { connect } from 'node:net';",
  "export * from 'node:http';",
  "import net = require('node:net');",
  "require('node:net').connect(port);",
  "import { createRequire } from 'node:module'; createRequire(import.meta.url)('node:net');",
  "import { createRequire } from 'node:module'; const load = createRequire(import.meta.url);",
  "import { createRequire as make } from 'node:module'; make(import.meta.url).resolve('x');",
  "import * as module from 'node:module';",
  "import module from 'node:module';",
  "const net = await import('node:net');",
  'const net = await import(`node:net`);',
  "const net = await import('node:' + 'net');",
  'const any = await import(name);',
  "await import('data:text/javascript,fetch(1)');",
  "import 'data:text/javascript,fetch(1)';",
  "process.getBuiltinModule('net').connect(port);",
  "process['getBuiltinModule']('net');",
  'const { getBuiltinModule } = process;',
  "const name = 'getBuiltinModule';",
  'process[name](1);',
  "process.binding('tcp_wrap');",
  "import { getBuiltinModule } from 'node:process';",
  "eval('1');",
  "new Function('return 1')();",
  "import { runInThisContext } from 'node:vm';",
  "import inspector from 'node:inspector';",
])('%s is found', (line) => {
  expect(findWaysOut(line)).not.toEqual([]);
});

test.each([
  "import { isIP, isIPv4, BlockList } from 'node:net';",
  "import type { Socket } from 'node:net';",
  "import { type Server, type IncomingMessage } from 'node:http';",
  "import type { WebSocket } from 'ws'; export type Open = { readonly socket: WebSocket; readonly fetch: (id: string) => void };",
  "import pg from 'pg'; if (error instanceof pg.DatabaseError) throw error;",
  "import { createRequire } from 'node:module'; createRequire(import.meta.url).resolve('a/b.wasm');",
  'const art = { fetch: async (id) => id }; await art.fetch(1);',
  "process.env['HOME']; process.version;",
  "const { open } = await import('./kdbx-open.ts');",
  "// fetch(address) and 'node:net' in words\nconst said = 'fetch(address)';",
])('%s is let be', (line) => {
  expect(findWaysOut(line)).toEqual([]);
});

test('an exception is one of this file’s, for the names that it lists', () => {
  const line = "import { createServer, connect } from 'node:net';";
  expect(findWaysOut("import { createServer } from 'node:net';", { imports: { net: ['createServer'] } })).toEqual([]);
  expect(findWaysOut(line, { imports: { net: ['createServer'] } })).toHaveLength(1);
});
