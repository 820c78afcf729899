import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { parseInventory } from './parse-inventory.ts';

const folder = new URL('../../tests/lock-files/', import.meta.url);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const lines = (...all: readonly string[]) => all.join('\n');

/** `npm lodash 4.17.20` for each package, and `local ./x` for each that is left out, sorted. */
async function read(text: string | Uint8Array) {
  const answer = await parseInventory(typeof text === 'string' ? bytesOf(text) : text);
  if (!answer.ok) throw new Error(answer.failure.message);
  const { format, packages, leftOut } = answer.value;
  return {
    format,
    packages: packages.map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`).toSorted(),
    leftOut: leftOut.map(({ reason, name, version }) => [reason, name, version].filter((part) => part !== '').join(' ')).toSorted(),
  };
}

async function refusal(text: string | Uint8Array): Promise<string> {
  const answer = await parseInventory(typeof text === 'string' ? bytesOf(text) : text);
  return answer.ok ? 'read' : answer.failure.message;
}

const installed = [
  'npm @babel/code-frame 7.29.7',
  'npm @babel/helper-validator-identifier 7.29.7',
  'npm is-positive 3.1.0',
  'npm js-tokens 4.0.0',
  'npm lodash 4.17.19',
  'npm lodash 4.17.20',
  'npm loose-envify 1.4.0',
  'npm object-assign 4.1.1',
  'npm picocolors 1.1.1',
  'npm react 17.0.2',
  'npm use-sync-external-store 1.2.0',
];

test.each([
  ['package-lock-1.json', 'package-lock.json, version 1'],
  ['package-lock-3.json', 'package-lock.json, version 3'],
  ['pnpm-lock-5.4.yaml', 'pnpm-lock.yaml, version 5.4'],
  ['pnpm-lock-6.0.yaml', 'pnpm-lock.yaml, version 6.0'],
  ['pnpm-lock-9.0.yaml', 'pnpm-lock.yaml, version 9.0'],
  ['yarn-1.lock.txt', 'yarn.lock, version 1'],
  ['yarn-4.lock.txt', 'yarn.lock, version 10'],
])('%s, written by its own tool for one project, names the same packages as the others', async (file, format) => {
  const found = await read(readFileSync(new URL(file, folder)));
  expect(found.format).toBe(format);
  expect(found.packages).toEqual(installed);
  expect(found.leftOut.filter((one) => !one.includes('sample-app'))).toEqual([expect.stringMatching(/^local local-part/)]);
});

test('the SBOMs of npm name the same packages as its lock file, and the project itself', async () => {
  for (const file of ['npm.cdx.json', 'npm.spdx.json']) {
    const { packages } = await read(readFileSync(new URL(file, folder)));
    expect(packages.filter((one) => !/local-part|sample-app/.test(one))).toEqual(installed);
  }
});

test.each([
  ['git', 'git+ssh://git@github.com/a/b.git#0123', 'repository'],
  ['another host', 'https://packages.example/x-1.0.0.tgz', 'address'],
  ['a folder', 'file:../x', 'local'],
])('an npm dependency from %s is left out with its origin', async (_, version, reason) => {
  expect((await read(JSON.stringify({ lockfileVersion: 1, dependencies: { x: { version } } }))).leftOut).toEqual([`${reason} x`]);
  expect((await read(lines('# yarn lockfile v1', '', `"x@${version}":`, '  version "1.0.0"'))).leftOut).toEqual([`${reason} x 1.0.0`]);
});

test('workspaces of pnpm and packages from a repository are left out', async () => {
  const text = lines(
    "lockfileVersion: '9.0'",
    'importers:',
    '  .: {}',
    '  packages/web: {}',
    'packages:',
    '  b@https://codeload.github.com/a/b/tar.gz/0123:',
    '    resolution: {tarball: https://codeload.github.com/a/b/tar.gz/0123}',
    '    version: 2.0.0',
    '  c@1.0.0-rc.1: {}',
  );
  expect(await read(text)).toMatchObject({ packages: ['npm c 1.0.0-rc.1'], leftOut: ['local packages/web', 'repository b 2.0.0'] });
  const five = lines(
    'lockfileVersion: 5.3',
    'packages:',
    '  /a_b/1.0.0_react@17.0.2:',
    '    dev: true',
    '  /@s/n/2.1.0:',
    '    dev: false',
  );
  expect((await read(five)).packages).toEqual(['npm @s/n 2.1.0', 'npm a_b 1.0.0']);
  expect(await refusal('lockfileVersion: 4\npackages: {}')).toMatch(/version 4 is not supported/);
});

test('requirements.txt: pins are read with extras, markers and hashes; the rest is left out by name', async () => {
  const text = lines(
    '# comment',
    '--index-url https://pypi.org/simple',
    '-r base.txt',
    '--constraint=limits.txt',
    'Django_Rest==3.2.1  # comment',
    'requests[security,socks] == 2.31.0 ; python_version < "3.12"',
    'cryptography===41.0.0 \\',
    '    --hash=sha256:0123 \\',
    '    --hash=sha256:4567',
    'flask>=2,<3',
    'numpy==1.*',
    'pip',
    'inner @ https://files.example/inner-1.0-py3-none-any.whl',
    'git+https://github.com/a/b.git@v1#egg=Own.Part',
    '-e ./sub',
    './wheel.whl',
  );
  expect(await read(text)).toEqual({
    format: 'requirements.txt',
    packages: ['PyPI cryptography 41.0.0', 'PyPI django-rest 3.2.1', 'PyPI requests 2.31.0'],
    leftOut: [
      'address inner',
      'local sub',
      'local wheel.whl',
      'no_version pip',
      'range flask >=2,<3',
      'range numpy ==1.*',
      'reference base.txt',
      'reference limits.txt',
      'repository own-part',
    ],
  });
  expect(await refusal('a==1\nb==1\nwhat is this?')).toBe('Line 3: Not a valid pip requirement.');
});

test('Pipfile.lock, poetry.lock and uv.lock: PyPI’s packages are read, other origins left out', async () => {
  const pipfile = {
    _meta: { 'pipfile-spec': 6 },
    default: { Flask: { version: '==2.0.1' }, own: { path: '.', editable: true } },
    develop: { tool: { git: 'https://github.com/a/tool.git', ref: '0123' } },
  };
  expect(await read(JSON.stringify(pipfile))).toMatchObject({ packages: ['PyPI flask 2.0.1'], leftOut: ['local own', 'repository tool'] });
  const poetry = lines(
    '[[package]]',
    'name = "Flask"',
    'version = "2.0.1"',
    '[[package]]',
    'name = "tool"',
    'version = "1.0"',
    '[package.source]',
    'type = "git"',
    'url = "https://github.com/a/tool.git"',
    '[metadata]',
    'lock-version = "2.0"',
    'content-hash = "0123"',
  );
  expect(await read(poetry)).toEqual({
    format: 'poetry.lock, version 2.0',
    packages: ['PyPI flask 2.0.1'],
    leftOut: ['repository tool 1.0'],
  });
  const uv = lines(
    'version = 1',
    'requires-python = ">=3.12"',
    '[[package]]',
    'name = "flask"',
    'version = "2.0.1"',
    'source = { registry = "https://pypi.org/simple" }',
    '[[package]]',
    'name = "own"',
    'version = "0.1.0"',
    'source = { editable = "." }',
    '[[package]]',
    'name = "wheel"',
    'version = "0.2.0"',
    'source = { url = "https://files.example/wheel.whl" }',
  );
  expect(await read(uv)).toEqual({
    format: 'uv.lock',
    packages: ['PyPI flask 2.0.1'],
    leftOut: ['address wheel 0.2.0', 'local own 0.1.0'],
  });
});

test('Cargo.lock: what crates.io gave is read, the project’s own and other registries are left out', async () => {
  const cratesIo = 'source = "registry+https://github.com/rust-lang/crates.io-index"';
  const text = lines(
    'version = 4',
    '[[package]]',
    'name = "own"',
    'version = "0.1.0"',
    '[[package]]',
    'name = "regex"',
    'version = "1.5.4"',
    cratesIo,
    '[[package]]',
    'name = "fork"',
    'version = "2.0.0"',
    'source = "git+https://github.com/a/fork#0123"',
    '[[package]]',
    'name = "inner"',
    'version = "3.0.0"',
    'source = "registry+https://crates.example/index"',
  );
  expect(await read(text)).toEqual({
    format: 'Cargo.lock',
    packages: ['crates.io regex 1.5.4'],
    leftOut: ['address inner 3.0.0', 'local own 0.1.0', 'repository fork 2.0.0'],
  });
});

test('go.mod and go.sum: required modules by what replaces them; what Go only read the go.mod of is no component', async () => {
  const mod = lines(
    'module example.org/app',
    'go 1.22',
    'require github.com/gorilla/mux v1.8.0',
    'require (',
    '  golang.org/x/text v0.3.7 // indirect',
    '  example.org/own v0.0.0',
    '  example.org/old v1.0.0',
    ')',
    'replace example.org/own => ../own',
    'replace example.org/old v1.0.0 => example.org/new v1.2.0',
    'exclude example.org/bad v1.0.0',
  );
  expect(await read(mod)).toEqual({
    format: 'go.mod',
    packages: ['Go example.org/new 1.2.0', 'Go github.com/gorilla/mux 1.8.0', 'Go golang.org/x/text 0.3.7'],
    leftOut: ['local example.org/own v0.0.0', 'minimum Go 1.22'],
  });
  const sum = lines(
    'golang.org/x/text v0.3.7 h1:abc=',
    'golang.org/x/text v0.3.7/go.mod h1:abc=',
    'golang.org/x/net v0.1.0/go.mod h1:abc=',
  );
  expect(await read(sum)).toMatchObject({ packages: ['Go golang.org/x/text 0.3.7'], leftOut: [] });
  expect(await refusal('module a\nrequire b')).toMatch(/^Line 2:/);
});

const components = [
  { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' },
  { type: 'library', group: '@s', name: 'b', version: '2.0.0', purl: 'pkg:npm/%40s/b@2.0.0?x=y#z' },
  { type: 'library', name: 'log4j', version: '2.14.1', purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1' },
  { type: 'library', name: 'text', version: 'v0.3.7', purl: 'pkg:golang/golang.org/x/text@v0.3.7' },
  { type: 'library', name: 'range', version: '^1.0.0', purl: 'pkg:npm/range@%5E1.0.0' },
  { type: 'library', name: 'unversioned', purl: 'pkg:gem/unversioned' },
  { type: 'library', name: 'other', version: '1', purl: 'pkg:conda/other@1' },
  { type: 'library', name: 'broken', version: '1', purl: 'npm/broken@1' },
  { type: 'application', name: 'FortiOS', version: '7.2.1', cpe: 'cpe:2.3:o:fortinet:fortios:7.2.1:*:*:*:*:*:*:*' },
  { type: 'application', name: 'mystery', version: '1' },
  { type: 'file', name: '/bin/sh' },
  { type: 'operating-system', name: 'debian', version: '12' },
  { type: 'library', name: 'openssl', version: '3.0.11-1~deb12u2', purl: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?upstream=openssl' },
];
const told = {
  packages: [
    'Debian:12 openssl 3.0.11-1~deb12u2',
    'Go golang.org/x/text 0.3.7',
    'Maven org.apache.logging.log4j:log4j-core 2.14.1',
    'npm @s/b 2.0.0',
    'npm lodash 4.17.20',
  ],
  leftOut: [
    'cpe FortiOS 7.2.1',
    'ecosystem other 1',
    'file /bin/sh',
    'malformed broken 1',
    'no_identifier mystery 1',
    'no_version unversioned',
    'operating_system debian 12',
    'range range ^1.0.0',
  ],
};

function cycloneDxXml(all: readonly Readonly<Record<string, string | undefined>>[]): string {
  const tag = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text.replaceAll('&', '&amp;')}</${name}>`);
  const one = ({ type, group, name, version, cpe, purl }: (typeof all)[number]) =>
    `<component type="${type}">${tag('group', group)}${tag('name', name)}${tag('version', version)}${tag('cpe', cpe)}${tag('purl', purl)}<pedigree><ancestors><component><name>no</name></component></ancestors></pedigree></component>`;
  return `<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><metadata><component><name>whole</name></component></metadata><components>${all.map(one).join('\n')}</components></bom>`;
}

test('CycloneDX as JSON and as XML: each component is looked up, or left out with its reason', async () => {
  const json = { bomFormat: 'CycloneDX', specVersion: '1.5', metadata: { component: { name: 'whole' } }, components };
  expect(await read(JSON.stringify(json))).toEqual({ format: 'CycloneDX 1.5', ...told });
  expect(await read(cycloneDxXml(components))).toEqual({ format: 'CycloneDX 1.5', ...told });
  const nested = { ...json, components: [{ name: 'a', components: [{ name: 'b', purl: 'pkg:npm/b@1.0.0' }] }, 7] };
  expect(await read(JSON.stringify(nested))).toMatchObject({
    packages: ['npm b 1.0.0'],
    leftOut: ['malformed An entry of the list of components', 'no_identifier a'],
  });
});

test('SPDX as JSON and as tag-value: each package is looked up, or left out with its reason', async () => {
  const purpose = { application: 'APPLICATION', file: 'FILE', 'operating-system': 'OPERATING-SYSTEM', library: 'LIBRARY' };
  const packages = components.map(({ type, group, name, version, purl, cpe }) => ({
    name: group === undefined ? name : `${group}/${name}`,
    versionInfo: version ?? 'NOASSERTION',
    primaryPackagePurpose: purpose[type as keyof typeof purpose],
    externalRefs: [
      ...(purl === undefined ? [] : [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }]),
      ...(cpe === undefined ? [] : [{ referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: cpe }]),
    ],
  }));
  expect(await read(JSON.stringify({ spdxVersion: 'SPDX-2.3', packages }))).toEqual({ format: 'SPDX 2.3', ...told });
  const tags = packages.flatMap(({ name, versionInfo, primaryPackagePurpose, externalRefs }) => [
    '',
    `PackageName: ${name}`,
    'PackageComment: <text>several',
    'PackageVersion: lines</text>',
    `PackageVersion: ${versionInfo}`,
    `PrimaryPackagePurpose: ${primaryPackagePurpose}`,
    ...externalRefs.map((one) => `ExternalRef: ${one.referenceCategory} ${one.referenceType} ${one.referenceLocator}`),
  ]);
  const document = ['SPDXVersion: SPDX-2.2', 'DataLicense: CC0-1.0', ...tags, 'FileName: ./x', 'PackageVersion: 9'];
  expect(await read(lines(...document))).toEqual({ format: 'SPDX 2.2', ...told });
  expect(await refusal(JSON.stringify({ '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [] }))).toMatch(
    /^SPDX 3 is not supported/,
  );
});

test.each([
  ['pkg:deb/debian/bash@5.2-1?distro=debian-12.5', 'Debian:12 bash 5.2-1'],
  ['pkg:deb/debian/bash@5.2-1?distro=bookworm', 'Debian:12 bash 5.2-1'],
  ['pkg:deb/debian/libc6@2.36-9?distro=debian-12&upstream=glibc%402.36-9%2Bdeb12u4', 'Debian:12 glibc 2.36-9+deb12u4'],
  ['pkg:deb/ubuntu/bash@5.1?distro=ubuntu-22.04', 'Ubuntu:22.04:LTS bash 5.1'],
  ['pkg:deb/ubuntu/bash@5.1?distro=ubuntu-23.10', 'Ubuntu:23.10 bash 5.1'],
  ['pkg:apk/alpine/busybox@1.36.1-r5?distro=alpine-3.18.4', 'Alpine:v3.18 busybox 1.36.1-r5'],
  ['pkg:apk/alpine/libssl3@3.1.4-r1?distro=3.19.1&upstream=openssl', 'Alpine:v3.19 openssl 3.1.4-r1'],
  ['pkg:apk/wolfi/bash@5.2-r1', 'Wolfi bash 5.2-r1'],
  [
    'pkg:rpm/almalinux/openssl-libs@3.0.1-43.el9_0?epoch=1&distro=almalinux-9.2&upstream=openssl-3.0.1-43.el9_0.src.rpm',
    'AlmaLinux:9 openssl-libs 1:3.0.1-43.el9_0',
  ],
  [
    'pkg:rpm/rocky/openssl-libs@3.0.1-43.el9_0?distro=rocky-9.2&upstream=openssl-3.0.1-43.el9_0.src.rpm',
    'Rocky Linux:9 openssl 3.0.1-43.el9_0',
  ],
  ['pkg:rpm/opensuse/curl@8.0?distro=opensuse-leap-15.5', 'openSUSE:Leap 15.5 curl 8.0'],
  ['pkg:deb/debian/bash@5.2-1', 'distribution bash 5.2-1'],
  ['pkg:rpm/redhat/bash@5.1?distro=rhel-9.2', 'release bash 5.1'],
  ['pkg:deb/debian/bash@5.2-1?distro=debian-sid', 'release bash 5.2-1'],
  ['pkg:pypi/Foo.Bar_Baz@1.0', 'PyPI foo-bar-baz 1.0'],
  ['pkg:nuget/Newtonsoft.Json@13.0.1', 'NuGet Newtonsoft.Json 13.0.1'],
  ['pkg:composer/symfony/http-kernel@5.4.0', 'Packagist symfony/http-kernel 5.4.0'],
  ['pkg:generic/x@1', 'ecosystem x 1'],
])('%s is looked up as its ecosystem lists it, or left out: %s', async (purl, expected) => {
  const { packages, leftOut } = await read(JSON.stringify({ bomFormat: 'CycloneDX', components: [{ name: '', purl }] }));
  expect([...packages, ...leftOut]).toEqual([expected]);
});

test('a CPE of either version alone gives vendor and product; beside a known package URL it does not count', async () => {
  const list = [
    { name: 'a', cpe: 'cpe:/o:fortinet:fortios:7.2.1' },
    { name: 'b', cpe: 'cpe:2.3:a:citrix:netscaler_application_delivery_controller:13.1:*:*:*:*:*:*:*' },
    { name: 'c', version: '1', cpe: 'cpe:2.3:a:c:c:1:*:*:*:*:*:*:*', purl: 'pkg:npm/c@1.0.0' },
    { name: 'd', version: '1', cpe: 'cpe:2.3:a:d:d:1:*:*:*:*:*:*:*', purl: 'pkg:deb/debian/d@1' },
  ];
  const answer = await parseInventory(bytesOf(JSON.stringify({ bomFormat: 'CycloneDX', components: list })));
  expect(answer.ok && answer.value.leftOut).toEqual([
    { reason: 'cpe', name: 'a', version: '7.2.1', detail: 'fortinet fortios' },
    { reason: 'cpe', name: 'b', version: '13.1', detail: 'citrix netscaler application delivery controller' },
    { reason: 'distribution', name: 'd', version: '1', detail: 'deb' },
  ]);
});

const bom = (inside: string) => `<bom xmlns="http://cyclonedx.org/schema/bom/1.5">\n${inside}</bom>`;

test.each<readonly [string, string | Uint8Array, RegExp]>([
  ['JSON that was cut off', '{\n"bomFormat": "CycloneDX",\n"comp', /^Line 3: .*JSON/],
  ['JSON with a fault', '{\n"bomFormat": "CycloneDX",\n"components": [}\n]}', /^Line 3: .*JSON/],
  ['another JSON', '{"name":"x"}', /^Unknown (?:JSON )?format/],
  ['prose', 'This is a letter.\nIt names nothing.', /^Unknown (?:JSON )?format/],
  ['nothing', ' \n', /empty/],
  ['a merge conflict', "lockfileVersion: '9.0'\n<<<<<<< HEAD\n", /^Line 2: .*merge conflict/],
  ['YAML aliases that unfold', "lockfileVersion: '9.0'\na: &a [x, x]\nb: &b [*a, *a]\npackages: [*b, *b]\n", /aliases/],
  ['YAML nested deeply', `lockfileVersion: '9.0'\npackages: ${'['.repeat(20_000)}`, /^Line 2: /],
  ['YAML with a fault', "lockfileVersion: '9.0'\npackages:\n  a: [1\n  b: 2\n", /^Line 4: .*YAML/],
  ['XML with entities of its own', `<!DOCTYPE x [<!ENTITY a "aaa">]>\n${bom('')}`, /^Line 1: Document type/],
  ['XML with an unknown entity', bom('<components><component><name>&a;</name></component></components>'), /^Line 2: .*XML/],
  ['XML nested deeply', bom('<a>'.repeat(10_000)), /nested too deeply/],
  ['another XML', '<svg/>', /Not a CycloneDX/],
  ['TOML nested deeply', `[[package]]\na = ${'['.repeat(20_000)}`, /^Line 2: .*TOML/],
  ['bytes that are no UTF-8', new Uint8Array([...bytesOf('a==1\n#'), 0xe9]), /^Line 2: .*UTF-8/],
  ['a packed file', new Uint8Array([0x1f, 0x8b, 8, 0]), /compressed/],
  ['more than 50 MB', new Uint8Array(50 * 1024 * 1024 + 1), /larger than 50 MB/],
])('%s: a sentence says what is wrong, and where', async (_, text, message) => {
  expect(await refusal(text)).toMatch(message);
});

test('UTF-16 with its mark, a mark of UTF-8 and other line ends are read', async () => {
  const wide = new Uint8Array([0xff, 0xfe, ...[...'a==1\r\nb==2'].flatMap((sign) => [sign.charCodeAt(0), 0])]);
  expect((await read(wide)).packages).toEqual(['PyPI a 1', 'PyPI b 2']);
  expect((await read('\uFEFFa==1\rb==2')).packages).toEqual(['PyPI a 1', 'PyPI b 2']);
});

test('every component of an SBOM is in the answer, in either form of the format', async () => {
  const part = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const component = fc.record({
    type: fc.constantFrom('library', 'application', 'file', 'operating-system'),
    name: part,
    version: fc.constantFrom(undefined, '1.0.0', '^1.0.0'),
    kind: fc.constantFrom('npm', 'pypi', 'deb/debian', 'conda', undefined),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(component, { selector: ({ name }) => name, maxLength: 30 }), async (list) => {
      const all = list.map(({ type, name, version, kind }) => ({
        type,
        name,
        version,
        purl: kind === undefined ? undefined : `pkg:${kind}/${name}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`,
      }));
      const json = await read(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components: all }));
      expect(json.packages.length + json.leftOut.length).toBe(all.length);
      expect(await read(cycloneDxXml(all))).toEqual(json);
    }),
    { numRuns: 30 },
  );
});

test('reading never throws, whatever part of a real file is damaged', async () => {
  const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder)));
  const damage = fc.tuple(fc.constantFrom(...files), fc.nat(), fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(damage, async ([bytes, place, gone, more]) => {
      const at = place % bytes.length;
      const answer = await parseInventory(new Uint8Array([...bytes.subarray(0, at), ...more, ...bytes.subarray(at + gone)]));
      expect(answer.ok || answer.failure.message.length > 10).toBe(true);
    }),
    { numRuns: 60 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'[]{}:=@-# \n"<>a1.,') }),
      async (text) => void (await parseInventory(bytesOf(text))),
    ),
  );
});

test('a word of a file that every object has is no ecosystem, distribution or release', async () => {
  const purls = [
    'pkg:constructor/a@1',
    'pkg:deb/debian/b@1?distro=constructor',
    'pkg:deb/debian/c@1?distro=__proto__',
    'pkg:deb/constructor/d@1',
  ];
  const named = purls.map((purl, index) => ({ type: 'library', name: `n${index}`, purl }));
  const system = { type: 'operating-system', name: 'debian', version: 'constructor' };
  for (const components of [named, [system, { type: 'library', name: 'e', purl: 'pkg:deb/debian/e@1' }]]) {
    const answer = await read(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components }));
    expect(answer.packages).toEqual([]);
    expect(JSON.stringify(answer)).not.toMatch(/function|object Object/);
  }
});

test('a context that is nested deeper than the stack is an unknown format', async () => {
  expect(await refusal(`{"@context":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toMatch(/^Unknown JSON format/);
  expect(await refusal('{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld"}')).toMatch(/^SPDX 3 is not supported/);
});

test('of two replacements of a Go module, that of its version counts', async () => {
  const mod = lines('module a', 'require b v1.0.0', 'require b v2.0.0', 'replace b => c v3.0.0', 'replace b v1.0.0 => d v4.0.0');
  expect((await read(mod)).packages).toEqual(['Go c 3.0.0', 'Go d 4.0.0']);
});

test.each([
  ['replacements of a go.mod', (size: number) => `module a\n${'require a v1\n'.repeat(size)}${'replace b => c v1\n'.repeat(size)}`],
  ['continued lines of a requirements.txt', (size: number) => `a==1\n${'\\\n'.repeat(size * 5)}`],
  ['warnings of a YAML file', (size: number) => `lockfileVersion: 9\nx: [${'!a b,'.repeat(size / 2)}]`],
])('four times as many %s take about four times as long', async (_, write) => {
  const cost = async (size: number) => {
    const bytes = bytesOf(write(size));
    const startedAt = cpuNowMs();
    await parseInventory(bytes);
    return cpuNowMs() - startedAt;
  };
  await cost(1_000);
  const [once, fourTimes] = [await cost(6_000), await cost(24_000)];
  expect(fourTimes).toBeLessThan(9 * once + 30);
});
