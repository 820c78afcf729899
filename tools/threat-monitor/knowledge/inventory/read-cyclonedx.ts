import { createComponentList, type InventoryRead, isRecord, pick, pickList, pickText, refuse, refuseLine } from './component-list.ts';
import { type SbomComponent, takeComponents } from './take-components.ts';

/** Whether a JSON document is a CycloneDX BOM. */
export function isCycloneDx(input: unknown): boolean {
  return pick(input, 'bomFormat') === 'CycloneDX';
}

/** Reads CycloneDX as JSON (1.2 to 1.6), with components within components. What it describes as a whole is no component. */
export function readCycloneDxJson(input: unknown): InventoryRead {
  const list = createComponentList();
  const found: SbomComponent[] = [];
  for (let level = pickList(input, 'components'); level.length > 0; level = level.flatMap((one) => pickList(one, 'components'))) {
    for (const one of level) {
      if (isRecord(one)) found.push(componentOf(one));
      else list.leave('malformed', 'An entry of the list of components', '', 'no object');
    }
  }
  takeComponents(list, found);
  return list.finish(`CycloneDX ${pickText(input, 'specVersion').slice(0, 10)}`.trim());
}

function componentOf(one: unknown): SbomComponent {
  const [group, name] = [pickText(one, 'group'), pickText(one, 'name')];
  const properties = pickList(one, 'properties').map((property): Property => [pickText(property, 'name'), pickText(property, 'value')]);
  return finishComponent(
    { kind: pickText(one, 'type'), group, name, version: pickText(one, 'version'), purl: pickText(one, 'purl'), cpe: pickText(one, 'cpe') },
    properties,
  );
}

type Property = readonly [name: string, value: string];
type Fields = Record<'kind' | 'group' | 'name' | 'version' | 'purl' | 'cpe', string>;

function finishComponent({ kind, group, name, version, purl, cpe }: Fields, properties: readonly Property[]): SbomComponent {
  return {
    kind,
    name: group === '' ? name : `${group}/${name}`,
    version,
    purls: purl === '' ? [] : [purl],
    cpes: cpe === '' ? [] : [cpe],
    source: sourceOf(new Map(properties)),
  };
}

/** The source package as Trivy writes it. */
function sourceOf(properties: ReadonlyMap<string, string>): SbomComponent['source'] {
  const of = (name: string) => properties.get(`aquasecurity:trivy:${name}`) ?? '';
  const name = of('SrcName');
  if (name === '') return undefined;
  const [epoch, version, release] = [of('SrcEpoch'), of('SrcVersion'), of('SrcRelease')];
  if (version === '') return { name, version: '' };
  return { name, version: `${epoch === '' || epoch === '0' ? '' : `${epoch}:`}${version}${release === '' ? '' : `-${release}`}` };
}

const maxDepth = 500;
const fieldNames: ReadonlySet<string> = new Set(['group', 'name', 'version', 'purl', 'cpe']);

type Open = { readonly fields: Fields; readonly properties: Property[]; readonly place: number };

/** Reads CycloneDX as XML (1.2 to 1.6). A document type declaration is refused, and no entity but XML's own five is known. */
export async function readCycloneDxXml(text: string): Promise<InventoryRead> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const found: Open[] = [];
  const open: Open[] = [];
  let [collected, propertyName, specVersion, fault, line] = ['', '', '', '', 0];
  const stop = (message: string) => {
    if (fault === '') [fault, line] = [message, parser.line];
  };
  parser.on('error', () => stop('Invalid XML.'));
  parser.on('doctype', () => stop('Document type declarations are not allowed.'));
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    path.push(local);
    collected = '';
    if (path.length > maxDepth) stop('The elements are nested too deeply.');
    if (path.length === 1) {
      specVersion =
        /\/bom\/(\d+\.\d+)$/.exec(Object.values(attributes).find((value) => value.includes('cyclonedx.org/schema/bom/')) ?? '')?.[1] ?? '';
      if (local !== 'bom') stop('Not a CycloneDX document: the root element is not <bom>.');
    }
    if (local === 'component' && isComponentPath(path)) {
      const one = {
        fields: { kind: attributes['type'] ?? '', group: '', name: '', version: '', purl: '', cpe: '' },
        properties: [],
        place: path.length,
      };
      open.push(one);
      found.push(one);
    }
    const last = open.at(-1);
    if (local === 'property' && last !== undefined && path.length === last.place + 2) propertyName = attributes['name'] ?? '';
  });
  parser.on('text', (more) => {
    if (open.length > 0) collected += more;
  });
  parser.on('cdata', (more) => {
    if (open.length > 0) collected += more;
  });
  parser.on('closetag', ({ name }) => {
    const local = name.slice(name.indexOf(':') + 1);
    const last = open.at(-1);
    if (last !== undefined && path.length === last.place + 1 && fieldNames.has(local))
      last.fields[local as keyof Fields] = collected.trim();
    if (last !== undefined && local === 'property' && path.length === last.place + 2)
      last.properties.push([propertyName, collected.trim()]);
    if (last !== undefined && path.length === last.place) open.pop();
    path.pop();
    collected = '';
  });
  for (let at = 0; at < text.length && fault === ''; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  if (fault === '') parser.close();
  if (fault !== '') return refuseLine(line, fault);
  if (specVersion === '') return refuse('inventory_unknown', 'Not a CycloneDX document: the namespace is not that of CycloneDX.');
  const list = createComponentList();
  takeComponents(
    list,
    found.map(({ fields, properties }) => finishComponent(fields, properties)),
  );
  return list.finish(`CycloneDX ${specVersion}`);
}

/** A fault ends the reading at the piece in which it stands. */
const pieceLength = 64 * 1024;

/** `bom/components/component`, and components within; not those that a component only descends from. */
function isComponentPath(path: readonly string[]): boolean {
  return path.every((local, depth) => local === (depth === 0 ? 'bom' : depth % 2 === 1 ? 'components' : 'component'));
}
