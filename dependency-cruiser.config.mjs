/**
 * The import rules: who may know whom. Run with the checks.
 * A rule's comment says why, because that is what the person it stops will read.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const tests = '\\.test\\.tsx?$|^tests/|^packages/[^/]+/tests/|^web/app/testing/|/testing/open-vault-screen';
const oneTool = '^web/app/tools/([^/]+)/';
const collectionList = '^web/app/domains/collections\\.ts$';
/** What runs in the server's process. */
const serverCode = '^(server|platform|packages)/|\\.server\\.tsx?$';
const testWorlds = '/(start-)?test-[^/]+$';
/** What opens connections; its names are looked at, one by one, in server/adapters/one-way-out.test.ts. */
const connecting = '^(node:)?(net|tls|https?|http2|dns|dns/promises|dgram|inspector|repl|vm)$|node_modules/(undici|ws)/';
const listed = '^(node:)?(net|tls|http)$|node_modules/ws/';
const listeners = [
  '^server/start/open-entrance\\.ts$',
  '^server/http/(sockets|client-address)\\.ts$',
  '^server/settings\\.ts$',
  '^server/database/',
  '^platform/src/core/address-block\\.ts$',
  '^platform/src/auth/factors/relying-party\\.ts$',
].join('|');
const service = '^platform/src/(auth|rest|realtime|storage|functions)/';

export default {
  forbidden: [
    forbid('no-circles', 'Two files that need each other are one file, or lack a third.', {}, { circular: true }),
    forbid(
      'nothing-undeclared',
      'npm hoists: an import that package.json does not list works today and breaks later.',
      { pathNot: tests },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'nothing-unresolved',
      'An import that leads nowhere.',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vitest|\\./\\+types/|node:)' },
    ),
    forbid(
      'foundation-knows-nobody',
      'The ground floor.',
      { path: '^packages/foundation/', pathNot: tests },
      { pathNot: '^packages/foundation/' },
    ),
    forbid(
      'libraries-know-foundation-only',
      'Pure knowledge: input and output, clock and randomness are handed in.',
      { path: '^packages/(content|games|money|vault-core|probes|tokens|text)/', pathNot: tests },
      { pathNot: '^packages/($1|foundation)/|node_modules' },
    ),
    forbid(
      'platform-knows-foundation-only',
      'The backend must not know the product that it serves.',
      { path: '^platform/', pathNot: tests },
      { path: '^(web|server|supabase)/|^packages/(?!foundation/)' },
    ),
    forbid(
      'services-are-strangers',
      'Services share platform/src/core and meet in platform.ts.',
      { path: service, pathNot: tests },
      { path: service, pathNot: '^platform/src/$1/' },
    ),
    forbid(
      'only-the-browser-can-decrypt',
      'Zero knowledge, as an import rule: no server process holds the code that opens a vault.',
      { pathNot: '^(web/app/domains/vault|packages/vault-core|bench/vault|tests/support/made-vault)[/.-]' },
      { path: '^packages/vault-core/' },
    ),
    forbid(
      'nobody-knows-the-server',
      'server/ is the top floor: it composes and is composed by no one.',
      { pathNot: `^(server|bench|scripts)/|${tests}` },
      { path: '^server/' },
    ),
    forbid(
      'one-way-out',
      'Every connection to a foreign host is opened in server/adapters, behind its guard: one opened elsewhere reaches private networks.',
      { path: serverCode, pathNot: `^server/adapters/|${tests}|${testWorlds}` },
      { path: connecting, dependencyTypesNot: ['type-only'], pathNot: listed },
    ),
    forbid(
      'one-way-out-listed',
      'Of what opens connections only these: the listener (http, ws), the free port and the reading of addresses (net), the driver (tls, pg).',
      { path: serverCode, pathNot: `^server/adapters/|${tests}|${testWorlds}|${listeners}` },
      { path: listed, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-speaks-http',
      'The web app reaches the platform over HTTP, through lib/backend.ts.',
      { path: '^web/' },
      { path: '^platform/' },
    ),
    forbid(
      'one-client-for-the-backend',
      'Rows are parsed and failures named in one place.',
      { path: '^web/', pathNot: '^web/app/lib/backend\\.ts$' },
      { path: 'supabase-js' },
    ),
    forbid(
      'tools-are-strangers',
      'A tool folder can be deleted without a word elsewhere than the registry.',
      { path: oneTool },
      { path: oneTool, pathNot: '^web/app/tools/$1/' },
    ),
    forbid(
      'tools-look-down',
      'A tool may use domains, ui, lib and pure packages.',
      { path: oneTool },
      { path: '^web/app/(surfaces|pages)/|^web/app/[^/]+$|tools/registry' },
    ),
    forbid(
      'surfaces-read-the-registry',
      'A surface knows that tools exist, not which. The list of collections has the declaration of each.',
      { path: '^web/app/(surfaces|pages|domains|ui|lib)/', pathNot: collectionList },
      { path: oneTool },
    ),
    forbid(
      'domains-look-down',
      'A domain may use ui, lib and another domain.',
      { path: '^web/app/domains/', pathNot: collectionList },
      { path: '^web/app/(tools|pages|surfaces)/' },
    ),
    forbid(
      'collections-are-listed',
      'The list of collections brings declarations, of domains and of tools, and nothing else.',
      { path: collectionList },
      { pathNot: '\\.collection\\.ts$|^web/app/domains/records/declared-collection\\.ts$' },
    ),
    forbid(
      'collections-are-data',
      'Export, passport and vault know every collection: its schema is imported when it is wanted, and nothing before.',
      { path: '\\.collection\\.ts$' },
      { dependencyTypesNot: ['type-only'], dynamic: false },
    ),
    forbid(
      'ui-and-lib-know-no-product',
      'The kit and the clients in lib know no domain.',
      { path: '^web/app/(ui|lib)/' },
      { path: '^web/app/(domains|tools|pages|surfaces)/' },
    ),
    forbid(
      'manifests-are-data',
      'The build, the browser and plain Node all read them: types only.',
      { path: 'tools/[^/]+/manifest\\.ts$' },
      { dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-modules-stay-behind',
      "What is rendered on the server alone never reaches a bundle. A tool's own server half is in server/features.",
      { path: '^web/', pathNot: '\\.server\\.tsx?$|\\.test\\.ts$' },
      { path: '\\.server\\.tsx?$' },
    ),
    forbid(
      'halves-are-strangers',
      "A half's folder can be deleted without a word elsewhere than the list of halves. What two share is in server/functions or further up.",
      { path: '^server/features/([^/]+)/', pathNot: tests },
      { path: '^server/features/[^/]+/', pathNot: '^server/features/$1/' },
    ),
    forbid(
      'halves-are-listed',
      'server/features/server-halves.ts is the one list of halves.',
      { pathNot: `^server/features/server-halves\\.ts$|${tests}|${testWorlds}` },
      { path: '-half\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-tools-are-strangers',
      'What a tool runs on the server can be deleted without a word elsewhere than tool-list.ts. What two share is in server/tools itself.',
      { path: '^server/tools/([^/]+)/', pathNot: tests },
      { path: '^server/tools/[^/]+/', pathNot: '^server/tools/$1/' },
    ),
    forbid(
      'server-tools-take-ports',
      'A tool is handed its sockets, its resolver and its clock: the guard stands between it and the network.',
      { path: '^server/tools/', pathNot: tests },
      { path: '^server/(adapters|database|start|features)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'halves-take-ports',
      'A half is handed its way out, its database, clock and log; it makes none.',
      { path: '^server/features/', pathNot: `${tests}|${testWorlds}` },
      { path: '^server/(adapters|database|start)/', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.react-router|/build/|\\+types|virtual:' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
