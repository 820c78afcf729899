import { type ContentPart, contentParts } from './content-parts.ts';
import { settings } from './registry.ts';
import { type SettingSectionId, settingSections } from './sections.ts';

/** Where an address of Settings leads. */
export type SettingsPlace = {
  readonly page: SettingSectionId;
  /** Nothing was named: a narrow screen shows the list of pages. */
  readonly isIndex: boolean;
  /** The id of what is brought into view: a page, a setting, or a part of the site. */
  readonly id: string | undefined;
  /** A part of the site that is being edited. */
  readonly edits: ContentPart | undefined;
  /** The path of the field of that part which is to have the focus, such as `name`. */
  readonly field?: string;
};

/** Names that settings had before; they stay good in addresses that somebody kept. */
const formerNames: Readonly<Record<string, string>> = { 'profile-name': 'site-profile', 'profile-time-zone': 'site-profile' };

/** The place that a fragment such as `#backup`, `#theme`, `#edit-photo` or `#edit-profile.name` names; an unknown one is the list of pages. */
export function placeOfAddress(hash: string): SettingsPlace {
  const named = hash.replace(/^#/, '');
  const id = Object.hasOwn(formerNames, named) ? formerNames[named] : named;
  const [editor = '', ...field] = named.split('.');
  const edits = contentParts.find((part) => editor === `edit-${part}`);
  if (edits !== undefined) {
    return { page: 'profile', isIndex: false, id: editor, edits, ...(field.length === 0 ? {} : { field: field.join('.') }) };
  }
  const page = settingSections.find((section) => section.id === id)?.id ?? settings.find((setting) => setting.id === id)?.section;
  if (page === undefined) return { page: settingSections[0].id, isIndex: true, id: undefined, edits: undefined };
  return { page, isIndex: false, id, edits: undefined };
}
