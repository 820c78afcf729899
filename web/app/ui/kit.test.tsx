import { XIcon } from '@castellan/icons/signs/x';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { EngravedNumeral } from './engraving/engraved-numeral.tsx';
import { TextField } from './fields/text-field.tsx';
import { Icon } from './icon.tsx';
import { MrzLine } from './mrz/mrz-line.tsx';
import { Plate } from './plate/plate.tsx';
import { Spinner } from './spinner.tsx';
import { StatusMark } from './status-mark.tsx';
import { ToastProvider } from './toast/toast-region.tsx';

/** The attributes of the first element of that name in the markup. */
function attributesOf(element: string, node: ReactNode): Readonly<Record<string, string>> {
  const tag = new RegExp(`<${element}( [^>]*)?>`).exec(renderToStaticMarkup(node))?.[1] ?? '';
  return Object.fromEntries([...tag.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

test('a button submits nothing unless told to', () => {
  expect(attributesOf('button', <Button>Save</Button>)).toMatchObject({ type: 'button' });
  expect(attributesOf('button', <Button type="submit">Save</Button>)).toMatchObject({ type: 'submit' });
});

test('a busy button says so and stays focusable', () => {
  const button = attributesOf('button', <Button busy>Save</Button>);
  expect(button).toMatchObject({ 'aria-busy': 'true', 'aria-disabled': 'true' });
  expect(button).not.toHaveProperty('disabled');
  expect(attributesOf('button', <Button>Save</Button>)).not.toHaveProperty('aria-busy');
});

test('hint and error of a field are both tied to it, and only an error marks it invalid', () => {
  const wrong = attributesOf('input', <TextField id="code" label="Code" hint="Six digits" error="Too short" />);
  expect(wrong).toMatchObject({ 'aria-describedby': 'code-hint code-error', 'aria-invalid': 'true' });
  const right = attributesOf('input', <TextField id="code" label="Code" hint="Six digits" />);
  expect(right['aria-describedby']).toBe('code-hint');
  expect(right).not.toHaveProperty('aria-invalid');
  expect(attributesOf('input', <TextField id="code" label="Code" />)).not.toHaveProperty('aria-describedby');
});

test('the label of a field belongs to it', () => {
  expect(attributesOf('label', <TextField id="code" label="Code" />)).toMatchObject({ for: 'code' });
});

test('a status is words and a shape, never colour alone', () => {
  const failure = renderToStaticMarkup(<StatusMark kind="failure">Failed</StatusMark>);
  const success = renderToStaticMarkup(<StatusMark kind="success">Done</StatusMark>);
  expect(failure).toContain('Failed');
  expect(/ d="([^"]+)"/.exec(failure)?.[1]).not.toBe(/ d="([^"]+)"/.exec(success)?.[1]);
});

test('an icon is silent unless it is labelled', () => {
  expect(attributesOf('svg', <Icon drawing={XIcon} />)).toMatchObject({ 'aria-hidden': 'true' });
  const labelled = attributesOf('svg', <Icon drawing={XIcon} label="Close" />);
  expect(labelled).toMatchObject({ role: 'img', 'aria-label': 'Close' });
  expect(labelled).not.toHaveProperty('aria-hidden');
});

test('a spinner is a status with its meaning in words', () => {
  expect(attributesOf('span', <Spinner label="Loading the page" />)).toMatchObject({ role: 'status' });
  expect(renderToStaticMarkup(<Spinner label="Loading the page" />)).toContain('Loading the page');
});

test('ornaments are not read aloud', () => {
  expect(attributesOf('p', <MrzLine text="P<SEC" />)).toMatchObject({ 'aria-hidden': 'true' });
  expect(attributesOf('div', <Plate shown="cyber" />)).toMatchObject({ 'aria-hidden': 'true' });
  expect(attributesOf('svg', <EngravedNumeral text="404" />)).toMatchObject({ 'aria-hidden': 'true' });
});

test('only the engraving that is shown is part of the first page', () => {
  const markup = renderToStaticMarkup(<Plate shown="cyber" next="system" />);
  expect(markup.match(/class="engraving /g)).toHaveLength(1);
  expect(markup).toContain('engraving-cyber');
});

test('both live regions of the toast stand in the page before there is a toast', () => {
  const markup = renderToStaticMarkup(<ToastProvider>page</ToastProvider>);
  expect(markup).toContain('role="status"');
  expect(markup).toContain('role="alert"');
});

test('a closed dialog holds nothing that could be found or focused', () => {
  const closed = (
    <AlertDialog
      open={false}
      title="Delete?"
      description="It is gone then."
      confirm={{ label: 'Delete', onConfirm: () => undefined }}
      onClose={() => undefined}
    />
  );
  expect(renderToStaticMarkup(closed)).not.toContain('Delete');
});

test('nothing of the kit carries a style attribute, which the content security policy would drop', () => {
  const everything = (
    <ToastProvider>
      <Button busy>Save</Button>
      <TextField label="Code" hint="Six digits" error="Too short" />
      <StatusMark kind="warning">Careful</StatusMark>
      <Plate shown="system" />
      <EngravedNumeral text="404" />
      <AlertDialog open title="Delete?" description="It is gone then." onClose={() => undefined} />
    </ToastProvider>
  );
  expect(renderToStaticMarkup(everything)).not.toMatch(/ style=|<style|<script/);
});
