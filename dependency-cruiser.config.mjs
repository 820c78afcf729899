/**
 * The house rules: who may know whom. Run with the checks.
 * A rule's comment says why, because that is what the person it stops will read.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const tests = '\\.test\\.tsx?$|^tests/|^packages/[^/]+/tests/';
const oneTool = '^web/app/tools/([^/]+)/';
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
      { path: '^packages/(content|vault-core|probes)/', pathNot: tests },
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
      { pathNot: '^(web/app/domains/vault|packages/vault-core|bench/vault)[/.-]' },
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
      'Every connection to a foreign host goes through server/adapters/egress.ts: a request made elsewhere reaches private networks.',
      { path: '^(server|platform|packages)/|\\.server\\.ts$', pathNot: `^server/adapters/|${tests}` },
      { path: '^(node:)?(https|http2|tls|dns|dns/promises|dgram)$|node_modules/undici/' },
    ),
    forbid(
      'web-speaks-http',
      'The web app reaches the platform over HTTP, through lib/backend.ts.',
      { path: '^web/' },
      { path: '^platform/' },
    ),
    forbid(
      'one-door-to-the-backend',
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
      'A surface knows that tools exist, not which.',
      { path: '^web/app/(surfaces|pages|domains|ui|lib)/' },
      { path: oneTool },
    ),
    forbid(
      'domains-look-down',
      'A domain may use ui, lib and another domain.',
      { path: '^web/app/domains/' },
      { path: '^web/app/(tools|pages|surfaces)/' },
    ),
    forbid(
      'ui-and-lib-know-no-product',
      'The kit draws and the doors open; neither knows a domain.',
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
      'server-halves-stay-behind',
      'Only functions.server.ts gathers them; React Router refuses them in a bundle too.',
      { path: '^web/', pathNot: '\\.server\\.tsx?$|\\.test\\.ts$' },
      { path: '\\.server\\.tsx?$' },
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
