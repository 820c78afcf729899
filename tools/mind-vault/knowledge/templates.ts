import { folderOf, stemOf } from '@castellan/notes/note-path';

/** The folder whose notes are templates, wherever it lies. */
const templateFolder = /(?:^|\/)templates$/i;

/** Whether the note at a path is a template. */
export function isTemplate(path: string): boolean {
  return templateFolder.test(folderOf(path));
}

/** Whether the note at a path is what each day's note begins as. */
export function isDailyTemplate(path: string): boolean {
  return isTemplate(path) && /^daily(?: note)?$/i.test(stemOf(path));
}

const field = /\{\{(title|date|time)(?::([^{}\n]{1,60}))?\}\}/g;

const two = (number: number) => String(number).padStart(2, '0');

/**
 * A template's text with `{{title}}`, `{{date}}` and `{{time}}` filled in, in the time zone of this device. A date may have a form, of
 * `YYYY MM DD HH mm ss`: `{{date:DD.MM.YYYY}}`. Everything else stays as it is.
 */
export function fillTemplate(text: string, title: string, now: Date): string {
  const parts: Readonly<Record<string, string>> = {
    ...{ YYYY: String(now.getFullYear()).padStart(4, '0'), MM: two(now.getMonth() + 1), DD: two(now.getDate()) },
    ...{ HH: two(now.getHours()), mm: two(now.getMinutes()), ss: two(now.getSeconds()) },
  };
  return text.replace(field, (_all, name: string, form: string | undefined) => {
    if (name === 'title') return title;
    return (form ?? (name === 'date' ? 'YYYY-MM-DD' : 'HH:mm')).replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? part);
  });
}
