import { createComponentList, type InventoryRead, pick, pickList, pickText, refuse, refuseLine } from './component-list.ts';
import { type SbomComponent, takeComponents } from './take-components.ts';

/** Whether a JSON document is one of SPDX, of any version. */
export function isSpdx(input: unknown): boolean {
  const contexts = [pick(input, '@context')].flat();
  return pickText(input, 'spdxVersion') !== '' || contexts.some((one) => typeof one === 'string' && one.includes('spdx.org/rdf/3'));
}

/** Reads SPDX 2 as JSON. Files and snippets of packages are no components. */
export function readSpdxJson(input: unknown): InventoryRead {
  const version = pickText(input, 'spdxVersion');
  if (!version.startsWith('SPDX-2.'))
    return refuse('inventory_unknown', 'SPDX 3 is not supported. Export the SBOM as SPDX 2.3 or CycloneDX.');
  const components = pickList(input, 'packages').map((one): SbomComponent => {
    const references = pickList(one, 'externalRefs').map(
      (reference) => [pickText(reference, 'referenceType'), pickText(reference, 'referenceLocator')] as const,
    );
    return componentOf(pickText(one, 'name'), pickText(one, 'versionInfo'), pickText(one, 'primaryPackagePurpose'), references);
  });
  const list = createComponentList();
  takeComponents(list, components);
  return list.finish(version.replace('-', ' ').slice(0, 20));
}

type Reference = readonly [type: string, locator: string];

function componentOf(name: string, version: string, purpose: string, references: readonly Reference[]): SbomComponent {
  const of = (...types: readonly string[]) =>
    references.flatMap(([type, locator]) => (types.some((one) => type.endsWith(one)) ? [locator] : []));
  return {
    kind: purpose.toLowerCase().replaceAll('_', '-'),
    name,
    version: version === 'NOASSERTION' ? '' : version,
    purls: of('purl'),
    cpes: of('cpe23Type', 'cpe22Type'),
  };
}

/** Reads SPDX 2 as tag-value: a package is what stands from its `PackageName` to the next package, file or snippet. */
export function readSpdxTags(text: string): InventoryRead {
  type Draft = { readonly name: string; version: string; purpose: string; readonly references: Reference[] };
  const drafts: Draft[] = [];
  let [version, current]: [string, Draft | undefined] = ['', undefined];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, tag = '', value = ''] = /^([A-Za-z][A-Za-z0-9]*):\s*(.*)$/s.exec(line) ?? [];
    if (tag === '') return refuseLine(index + 1, 'Not an SPDX tag.');
    // A text may go over many lines.
    if (value.startsWith('<text>') && !value.includes('</text>')) {
      const from = index;
      do index += 1;
      while (index < lines.length && !(lines[index] ?? '').includes('</text>'));
      if (index === lines.length) return refuseLine(from + 1, 'Unterminated <text>.');
      continue;
    }
    const plain = value.replace(/^<text>(.*)<\/text>$/s, '$1').trim();
    if (tag === 'SPDXVersion') version = plain;
    if (tag === 'PackageName') {
      current = { name: plain, version: '', purpose: '', references: [] };
      drafts.push(current);
    }
    if (tag === 'FileName' || tag === 'SnippetSPDXID' || tag === 'SnippetSPDXIdentifier') current = undefined;
    if (current === undefined) continue;
    if (tag === 'PackageVersion') current.version = plain;
    if (tag === 'PrimaryPackagePurpose') current.purpose = plain;
    const [, type = '', locator = ''] = tag === 'ExternalRef' ? (/^\S+\s+(\S+)\s+(\S+)/.exec(plain) ?? []) : [];
    if (type !== '') current.references.push([type, locator]);
  }
  if (!version.startsWith('SPDX-2.'))
    return refuse('inventory_unknown', `${version.slice(0, 20) || 'This version of SPDX'} is not supported as tag-value; SPDX 2 is.`);
  const list = createComponentList();
  takeComponents(
    list,
    drafts.map((one) => componentOf(one.name, one.version, one.purpose, one.references)),
  );
  return list.finish(version.replace('-', ' ').slice(0, 20));
}
