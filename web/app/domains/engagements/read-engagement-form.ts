import { isDay } from '@castellan/money/day';
import { parseScopeEntry, writeScopeEntry } from '@castellan/probes/scope/scope-entry';
import { asciiEntry } from './ascii-name.ts';
import type { EngagementFields } from './engagement-record.ts';

/** What is wrong with a form, by its fields. */
export type FormFaults = Readonly<Partial<Record<'title' | 'in_scope' | 'out_of_scope' | 'permitted_from' | 'permitted_to', string>>>;

const mostEntries = 500;

/** Reads the form of an engagement: what it comes to, or what is wrong with it. Entries of the scope stand one to a line. */
export function readEngagementForm(
  text: (name: keyof EngagementFields) => string,
): { readonly ok: true; readonly value: EngagementFields } | { readonly ok: false; readonly faults: FormFaults } {
  const [inScope, outOfScope] = [readEntries(text('in_scope')), readEntries(text('out_of_scope'))];
  const [from, to] = [text('permitted_from').trim(), text('permitted_to').trim()];
  const faults: FormFaults = {
    ...(text('title').trim() === '' ? { title: 'Give it a title.' } : {}),
    ...('fault' in inScope ? { in_scope: inScope.fault } : {}),
    ...('fault' in outOfScope ? { out_of_scope: outOfScope.fault } : {}),
    ...(from === '' || isDay(from) ? {} : { permitted_from: 'Enter a valid date.' }),
    ...(to === '' || isDay(to)
      ? from !== '' && to !== '' && to < from
        ? { permitted_to: 'The last day comes after the first.' }
        : {}
      : { permitted_to: 'Enter a valid date.' }),
  };
  if (Object.keys(faults).length > 0 || 'fault' in inScope || 'fault' in outOfScope) return { ok: false, faults };
  const plain = (name: keyof EngagementFields) => text(name).trim();
  return {
    ok: true,
    value: {
      ...{ title: plain('title'), client: plain('client'), contact: plain('contact'), tester: plain('tester'), scope: plain('scope') },
      ...{ in_scope: [...inScope.entries], out_of_scope: [...outOfScope.entries] },
      ...{ permitted_from: from, permitted_to: to, permitted_by: plain('permitted_by'), notes: plain('notes') },
    },
  };
}

/** The entries of a field in their normal spelling, each once; or what the first line that is none says. */
function readEntries(text: string): { readonly entries: readonly string[] } | { readonly fault: string } {
  const entries = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = parseScopeEntry(asciiEntry(line));
    if (!read.ok) return { fault: `Line ${index + 1}: ${read.failure.message}` };
    entries.add(writeScopeEntry(read.value));
  }
  return entries.size > mostEntries ? { fault: `At most ${mostEntries} entries.` } : { entries: [...entries] };
}
