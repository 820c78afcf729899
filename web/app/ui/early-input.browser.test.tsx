import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { says } from '../testing/steps.ts';
import { TextArea } from './fields/text-area.tsx';
import { TextField } from './fields/text-field.tsx';

function Form() {
  const [host, setHost] = useState('');
  const [notes, setNotes] = useState('');
  return (
    <>
      <TextField label="Host" value={host} onValue={setHost} />
      <TextArea label="Notes" value={notes} onValue={setNotes} />
      <output>{`${host}|${notes}`}</output>
    </>
  );
}

test('what was typed into a field before the page’s code had come counts, and typing goes on from there', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Form />);
  await page.getByLabelText('Host').fill('example.org');
  await page.getByLabelText('Notes').fill('early');
  await says(page.getByRole('status'), '|');
  const root = hydrateRoot(place, <Form />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await says(page.getByRole('status'), 'example.org|early');
  await page.getByLabelText('Host').fill('example.net');
  await says(page.getByRole('status'), 'example.net|early');
});
