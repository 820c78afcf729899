import type { ModelState } from '../../domains/assistant/model-client.ts';
import { ModelForm } from '../../domains/assistant/model-form.tsx';
import { GhostButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

type ModelPanelProps = {
  /** `undefined` until the server said. */
  readonly state: ModelState | undefined;
  /** It did not say. */
  readonly isFailed: boolean;
  readonly onAgain: () => void;
  readonly onChange: (state: ModelState) => void;
};

/** The model that is connected, and the choice of another one. Settings has the same. */
export function ModelPanel({ state, isFailed, onAgain, onChange }: ModelPanelProps) {
  return (
    <Panel
      title="Language model"
      className="mt-6"
      aside={state?.isConnected === true ? <StatusMark kind="success">Connected</StatusMark> : null}
    >
      <p className="max-w-prose text-muted">
        Any endpoint of OpenAI’s form: Ollama, llama.cpp, or a hosted one. Only this site’s server speaks to it, for you alone. For an
        endpoint that is not public the server’s <code className="font-mono text-sm">TOOLS_ALLOW_CIDRS</code> must name its network.
      </p>
      {state === undefined && isFailed ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusMark kind="failure">The server does not say which model is connected.</StatusMark>
          <GhostButton onClick={onAgain}>Try again</GhostButton>
        </p>
      ) : state === undefined ? (
        <p className="mt-4">
          <StatusMark kind="info">Asking the server which model is connected.</StatusMark>
        </p>
      ) : (
        <ModelForm key={state.isConnected ? state.baseUrl : 'none'} state={state} onChange={onChange} />
      )}
    </Panel>
  );
}
