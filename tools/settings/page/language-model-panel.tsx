import { useState } from 'react';
import { askModelState, type ModelState } from '../../../web/app/domains/assistant/model-client.ts';
import { ModelForm } from '../../../web/app/domains/assistant/model-form.tsx';
import { useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { NotAsked } from './asked-view.tsx';

/** Which model the server asks for the owner. The AI terminal has the same form beside it. */
export function LanguageModelPanel() {
  const { asked, again } = useAsked(askModelState);
  const [changed, setChanged] = useState<ModelState>();
  const state = changed ?? asked.value;
  if (state === undefined) return <NotAsked asked={asked} again={again} />;
  return (
    <>
      <p>
        {state.isConnected ? (
          <StatusMark kind="success">
            Connected: {state.model} at {new URL(state.baseUrl).host}
          </StatusMark>
        ) : (
          <StatusMark kind="info">No model is connected. The AI terminal works without one.</StatusMark>
        )}
      </p>
      <ModelForm key={state.isConnected ? state.baseUrl : 'none'} state={state} onChange={setChanged} />
    </>
  );
}
