import { type Result, succeed } from '@castellan/foundation/result';
import { type InventoryFailure, refuse, refuseLine } from './component-list.ts';

/**
 * Reads the documents of a YAML file, every value a text. Lock files name nothing twice: aliases are refused, and with them what
 * unfolds to more than was written.
 */
export async function readYaml(text: string): Promise<Result<readonly unknown[], InventoryFailure>> {
  const { LineCounter, parseAllDocuments } = await import('yaml');
  const lines = new LineCounter();
  try {
    // To quote the text around each fault and warning takes time by the square of its length: only the line is asked for.
    const documents = parseAllDocuments(text, {
      ...{ schema: 'failsafe', uniqueKeys: false, keepSourceTokens: false, logLevel: 'silent' },
      ...{ prettyErrors: false, lineCounter: lines },
    });
    if (!Array.isArray(documents)) return succeed([]);
    for (const { errors } of documents) {
      const [first] = errors;
      if (first !== undefined)
        return refuseLine(lines.linePos(first.pos[0]).line, `Invalid YAML (${first.code.toLowerCase().replaceAll('_', ' ')}).`);
    }
    return succeed(documents.map((document) => document.toJS({ maxAliasCount: 0 }) as unknown));
  } catch (error) {
    if (error instanceof RangeError) return refuse('inventory_malformed', 'The YAML is nested too deeply.');
    if (error instanceof ReferenceError) return refuse('inventory_malformed', 'YAML aliases are not allowed in a lock file.');
    throw error;
  }
}
