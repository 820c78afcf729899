import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { TextArea } from '../../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../../web/app/ui/fields/verbatim.ts';
import type { Body } from '../model.ts';
import FileChoice from './file-choice.tsx';
import { PairEditor } from './pair-editor.tsx';

const names: Readonly<Record<Body['kind'], string>> = {
  none: 'None',
  json: 'JSON',
  text: 'Text',
  form: 'Form (urlencoded)',
  multipart: 'Form (multipart)',
  graphql: 'GraphQL',
  file: 'File',
};

/** What a body becomes when its kind is changed: its text or its fields stay where they can. */
function changeKind(body: Body, kind: Body['kind']): Body {
  const text = 'text' in body ? body.text : '';
  // A urlencoded form has no files.
  const fields = 'fields' in body ? body.fields.filter(({ file }) => kind === 'multipart' || file === undefined) : [];
  if (kind === 'json' || kind === 'text') return { kind, text };
  if (kind === 'form' || kind === 'multipart') return { kind, fields };
  if (kind === 'file') return { kind, file: { name: '' } };
  return kind === 'graphql' ? { kind, query: '', variables: '' } : { kind: 'none' };
}

function jsonFault(text: string): string | undefined {
  // A variable may stand where JSON has none.
  if (text.trim() === '' || text.includes('{{')) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not valid JSON.';
  }
}

/** What a request carries. */
export default function BodyEditor({ body, onChange }: { readonly body: Body; readonly onChange: (body: Body) => void }) {
  const kinds = Object.keys(names) as Body['kind'][];
  const fault = body.kind === 'json' ? jsonFault(body.text) : body.kind === 'graphql' ? jsonFault(body.variables) : undefined;
  const area = (label: string, value: string, rows: number, onText: (text: string) => void) => (
    <TextArea
      label={label}
      rows={rows}
      value={value}
      {...verbatim}
      className="[&_textarea]:font-mono [&_textarea]:text-sm"
      onValue={onText}
    />
  );
  return (
    <div className="grid gap-4">
      <SelectField
        label="Body"
        value={body.kind}
        options={kinds.map((kind) => ({ value: kind, name: names[kind] }))}
        onValue={(value) => onChange(changeKind(body, kinds.find((kind) => kind === value) ?? 'none'))}
      />
      {body.kind === 'json' || body.kind === 'text' ? area('Content', body.text, 10, (text) => onChange({ ...body, text })) : null}
      {body.kind === 'form' || body.kind === 'multipart' ? (
        <PairEditor
          label="Fields"
          pairs={body.fields}
          onChange={(fields) => onChange({ ...body, fields: [...fields] })}
          {...(body.kind === 'multipart' ? { takes: 'files' as const } : {})}
        />
      ) : null}
      {body.kind === 'file' ? (
        <FileChoice label="File that is the body" file={body.file} onChoose={(file) => onChange({ ...body, file })} />
      ) : null}
      {body.kind === 'graphql' ? (
        <>
          {area('Query', body.query, 8, (query) => onChange({ ...body, query }))}
          {area('Variables (JSON)', body.variables, 4, (variables) => onChange({ ...body, variables }))}
        </>
      ) : null}
      <p role="status" className="text-sm text-amber empty:hidden">
        {fault}
      </p>
    </div>
  );
}
