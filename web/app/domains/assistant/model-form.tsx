import { useId, useState } from 'react';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { Button, GhostButton, QuietButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSubmit } from '../../ui/forms/use-work.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { egressFailureText } from './egress-failure-text.ts';
import { chooseModel, forgetModel, listModels, type ModelState } from './model-client.ts';

type Said = { readonly kind: 'success' | 'failure' | 'info'; readonly text: string };

/** The owner's choice of a model: any endpoint of OpenAI's form. The key goes to the server once and never comes back. */
export function ModelForm({ state, onChange }: { readonly state: ModelState; readonly onChange: (state: ModelState) => void }) {
  const [baseUrl, setBaseUrl] = useState(state.isConnected ? state.baseUrl : '');
  const [model, setModel] = useState(state.isConnected ? state.model : '');
  const [key, setKey] = useState('');
  const [models, setModels] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<Said>();
  const listId = useId();
  const hasKey = state.isConnected && state.hasKey;
  const given = { baseUrl, ...(key === '' ? {} : { key }) };

  const list = async () => {
    const asked = await listModels(given);
    if (!asked.ok) return setSaid({ kind: 'failure', text: failureText(asked.failure) });
    setModels(asked.value.models);
    const [only] = asked.value.models;
    if (model === '' && only !== undefined) setModel(only);
    setSaid({
      kind: 'success',
      text: asked.value.models.length === 1 ? 'It answers, with 1 model.' : `It answers, with ${asked.value.models.length} models.`,
    });
  };
  const save = useSubmit(async () => {
    const chosen = await chooseModel({ ...given, model });
    if (!chosen.ok) return setSaid({ kind: 'failure', text: failureText(chosen.failure) });
    setKey('');
    setSaid({ kind: 'success', text: 'Connected. Nothing leaves before you ask something.' });
    onChange(chosen.value);
  });
  const forget = async () => {
    const forgotten = await forgetModel();
    if (forgotten.ok) onChange(forgotten.value);
    else setSaid({ kind: 'failure', text: failureText(forgotten.failure) });
  };

  return (
    <form className="mt-4 grid gap-4 md:grid-cols-2" onSubmit={save.onSubmit}>
      <TextField
        label="Address"
        type="url"
        required
        placeholder="http://127.0.0.1:11434/v1"
        hint={baseUrl.startsWith('http:') ? 'Without TLS: the key and all that is said can be read on the way.' : 'Usually ends in /v1.'}
        autoComplete="off"
        spellCheck={false}
        value={baseUrl}
        onValue={setBaseUrl}
      />
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        hint={hasKey ? 'One is stored on the server. Leave this empty to keep it.' : 'Leave empty if the endpoint needs none.'}
        value={key}
        onValue={setKey}
      />
      <TextField label="Model" required list={listId} autoComplete="off" spellCheck={false} value={model} onValue={setModel} />
      <datalist id={listId}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button type="submit" busy={save.busy}>
          {state.isConnected ? 'Save' : 'Connect'}
        </Button>
        <GhostButton onWork={list}>List its models</GhostButton>
        {state.isConnected ? <QuietButton onWork={forget}>Disconnect and forget the key</QuietButton> : null}
      </div>
      <p role="status" className="md:col-span-2 empty:hidden">
        {said === undefined ? null : <StatusMark kind={said.kind}>{said.text}</StatusMark>}
      </p>
    </form>
  );
}

function failureText(failure: BackendFailure): string {
  switch (failure.code) {
    case 'unauthorized':
      return 'Only the owner may do this. Sign in again.';
    case 'rate_limited':
      return `Too many tries. Try again in ${failure.retryAfterSeconds} s.`;
    case 'refused':
      return failure.reason === 'validation_failed'
        ? 'Enter an address such as https://host/v1, and fill in all fields.'
        : egressFailureText(failure.reason);
    default:
      return 'The server does not answer. Check the connection and try again.';
  }
}
