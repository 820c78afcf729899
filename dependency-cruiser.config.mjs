/**
 * The import rules: who may know whom. Run with the checks.
 * A rule's comment says why, because that is what the person it stops will read.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const tests = '\\.test\\.tsx?$|^tests/|^(?:packages|tools)/[^/]+/tests/|^web/app/testing/|/testing/open-vault-screen';
const oneTool = '^tools/([^/]+)/';
const collectionList = '^web/app/domains/collections\\.ts$';
const captureList = '^web/app/domains/notes/inbox/capture-apps\\.ts$';
/** What runs in the server's process. */
const serverCode = '^(server|platform|packages)/|^tools/[^/]+/(server|knowledge)/|\\.server\\.tsx?$';
const testWorlds = '/(start-)?test-[^/]+$';
/** What opens connections; its names are looked at, one by one, in server/adapters/one-way-out.test.ts. */
const connecting =
  '^(node:)?(net|tls|https?|http2|dns|dns/promises|dgram|inspector|repl|vm)$|node_modules/(undici/|ws/|nodemailer/(?!.*/mail-composer/))';
const listed = '^(node:)?(net|tls|http)$|node_modules/ws/';
const listeners = [
  '^server/start/open-entrance\\.ts$',
  '^server/http/(sockets|client-address)\\.ts$',
  '^server/settings\\.ts$',
  '^server/mail/smtp-address\\.ts$',
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
      'exports-know-foundation-only',
      'Everything that leaves as text is written there: whoever has something to write stands above it.',
      { path: '^packages/exports/', pathNot: tests },
      { pathNot: '^packages/(exports|foundation)/|node_modules' },
    ),
    forbid(
      'libraries-know-the-ground-only',
      'Pure knowledge: input and output, clock and randomness are handed in. Two that need each other share it in foundation or exports.',
      { path: '^packages/(content|games|icons|money|notes|pdf|release|vault-core|probes)/', pathNot: tests },
      { pathNot: '^packages/($1|foundation|exports)/|node_modules' },
    ),
    forbid(
      'platform-knows-foundation-only',
      'The backend must not know the product that it serves.',
      { path: '^platform/', pathNot: tests },
      { path: '^(web|server|supabase|tools)/|^packages/(?!foundation/)' },
    ),
    forbid(
      'services-are-strangers',
      'Services share platform/src/core and meet in platform.ts.',
      { path: service, pathNot: tests },
      { path: service, pathNot: '^platform/src/$1/' },
    ),
    forbid(
      'one-opening-for-other-ways-in',
      'Signing in by somebody else’s word is one folder that a build can leave out: who hands it to the platform knows it, and nobody else.',
      { pathNot: `^platform/src/auth/providers/|^server/start/other-ways\\.ts$|${tests}` },
      { path: '^platform/src/auth/providers/' },
    ),
    forbid(
      'only-the-browser-can-decrypt',
      'Zero knowledge, as an import rule: no server process holds the code that opens a vault.',
      {
        pathNot:
          '^(web/app/domains/vault|packages/vault-core|bench/vault|bench/apps|tests/support/made-vault|tests/support/vault-account)[/.-]',
      },
      { path: '^packages/vault-core/' },
    ),
    forbid(
      'nobody-knows-the-server',
      'server/ is the top floor: it composes and is composed by no one.',
      { pathNot: `^(server|bench|scripts)/|^tools/[^/]+/server/|^supabase/tests/|${tests}` },
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
      { path: '^web/', pathNot: '^web/app/lib/backend(?:\\.ts$|-parts/)' },
      { path: '@supabase/' },
    ),
    forbid(
      'tools-are-strangers',
      'A tool folder can be deleted without a word elsewhere than in the lists of tools, halves, commands and collections.',
      { path: oneTool },
      { path: oneTool, pathNot: '^tools/$1/' },
    ),
    forbid(
      'knowledge-is-pure',
      'What a tool knows runs in the page, in a Worker and on the server: input and output, clock and randomness are handed in.',
      { path: '^tools/[^/]+/knowledge/', pathNot: tests },
      { pathNot: '^tools/[^/]+/knowledge/|^packages/|node_modules' },
    ),
    forbid(
      'server-parts-take-ports',
      "A tool's part on the server uses what the tool knows, and of the server what is made for tools; it is handed its sockets, resolver, database, clock and log.",
      { path: '^tools/[^/]+/server/', pathNot: `${tests}|${testWorlds}` },
      {
        pathNot: [
          '^tools/[^/]+/(server|knowledge)/|^tools/[^/]+/manifest\\.ts$|^packages/|^platform/src/(core|functions)/|node_modules',
          '^server/(tools|functions|jobs|owner)/|^server/rows/server-rows\\.ts$|^server/features/server-half\\.ts$|^server/quiet-log\\.ts$',
          '^server/foreign/(reader|reads-here)\\.ts$',
          '^server/http/(direct-answer|plain-page|retry-after|security-headers)\\.ts$',
        ].join('|'),
        dependencyTypesNot: ['core', 'type-only'],
      },
    ),
    forbid(
      'pages-look-down',
      "A tool's page uses what the tool knows, and domains, ui, lib and pure packages: never the server, no surface, not the list of tools.",
      { path: '^tools/[^/]+/(page/|manifest\\.ts)', pathNot: tests },
      {
        path: '^(server|platform|supabase)/|^tools/[^/]+/server/|^web/app/(surfaces|pages)/|^web/app/[^/]+$|^tools/(live-)?registry\\.ts$',
      },
    ),
    forbid(
      'surfaces-read-the-registry',
      'A surface knows that tools exist, not which. The list of collections has the declaration of each, that of captures what takes them.',
      { path: '^web/app/(surfaces|pages|domains|ui|lib)/', pathNot: `${collectionList}|${captureList}` },
      { path: oneTool },
    ),
    forbid(
      'domains-look-down',
      'A domain may use ui, lib and another domain.',
      { path: '^web/app/domains/', pathNot: `${collectionList}|${captureList}` },
      { path: '^tools/|^web/app/(pages|surfaces)/' },
    ),
    forbid(
      'collections-are-listed',
      'The list of collections brings declarations, of domains and of tools, and nothing else.',
      { path: collectionList },
      { pathNot: '\\.collection\\.ts$|^web/app/domains/records/declared-collection\\.ts$' },
    ),
    forbid(
      'takers-are-fetched',
      'The list of what takes captures brings a tool only when something for it waits.',
      { path: captureList },
      { path: '^tools/', dynamic: false },
    ),
    forbid(
      'collections-are-data',
      'Export, passport and vault know every collection: its schema is imported when it is wanted, and nothing before.',
      { path: '\\.collection\\.ts$' },
      { dependencyTypesNot: ['type-only'], dynamic: false },
    ),
    forbid(
      'browsers-read-with-mini',
      'A page would fetch all of zod for one schema. Written with zod/mini, it fetches what its schemas use.',
      { path: '^web/|^packages/|^tools/[^/]+/(page|knowledge)/' },
      { path: 'node_modules/zod/(?:index|v3|v4/(?:index|classic))' },
    ),
    forbid(
      'ui-and-lib-know-no-product',
      'The kit and the clients in lib know no domain.',
      { path: '^web/app/(ui|lib)/' },
      { path: '^tools/|^web/app/(domains|pages|surfaces)/' },
    ),
    forbid(
      'manifests-are-data',
      'The build, the browser and plain Node all read them: types only.',
      { path: '^tools/[^/]+/manifest\\.ts$' },
      { dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-modules-stay-behind',
      "What is rendered on the server alone never reaches a bundle. A tool's own part on the server is its folder `server`.",
      { path: '^web/', pathNot: '\\.server\\.tsx?$|\\.test\\.ts$' },
      { path: '\\.server\\.tsx?$' },
    ),
    forbid(
      'halves-are-strangers',
      "A half's folder can be deleted without a word elsewhere than the list of halves. What two share is in server/functions or further up.",
      { path: '^server/features/([^/]+)/', pathNot: tests },
      { path: '^server/features/[^/]+/|^tools/', pathNot: '^server/features/$1/|^tools/registry\\.ts$' },
    ),
    forbid(
      'halves-are-listed',
      'server/features/server-halves.ts is the one list of halves.',
      { pathNot: `^server/features/server-halves\\.ts$|${tests}|${testWorlds}` },
      { path: '^(server|tools)/.*-half\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-names-no-tool',
      'The lists of tools, halves and readers are the three places of the server that know which tools there are.',
      {
        path: '^server/',
        pathNot: `^server/tools/tool-list\\.ts$|^server/features/server-halves\\.ts$|^server/foreign/reader-list\\.ts$|${tests}|${testWorlds}`,
      },
      { path: oneTool },
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
