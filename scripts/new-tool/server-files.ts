import { camelCase, pascalCase } from './names.ts';
import { type Files, folderOf } from './page-files.ts';
import type { NewTool } from './parse-new-tool.ts';

/** The tool's function on the server with its test, and the panel that calls it. */
export function serverFiles(tool: NewTool): Files {
  const { id } = tool;
  const half = `${folderOf(tool)}/server`;
  return {
    [`${half}/${id}-half.ts`]: halfOf(tool),
    [`${half}/${id}-function.ts`]: functionOf(tool),
    [`${half}/${id}-function.test.ts`]: functionTestOf(tool),
    [`${folderOf(tool)}/page/ask-server.ts`]: askOf(tool),
    [`${folderOf(tool)}/page/server-panel.tsx`]: panelOf(tool),
  };
}

/** Whoever may open the page of a public tool may call its function; every other function is the owner's. */
function kindOf({ audience }: NewTool): { readonly maker: string; readonly file: string; readonly limit: string } {
  return audience === 'public'
    ? { maker: 'visitorFunction', file: 'visitor-function', limit: '{ limit: 30, windowMs: 60_000, capacity: 10_000 }' }
    : { maker: 'ownerFunction', file: 'owner-function', limit: '{ limit: 60, windowMs: 60_000, capacity: 1 }' };
}

function halfOf({ id, title }: NewTool): string {
  return `import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { create${pascalCase(id)}Function } from './${id}-function.ts';

/** The server's part of ${title}. */
export function ${camelCase(id)}Half({ clock }: Pick<ServerPorts, 'clock'>): OpenHalf {
  return { functions: { '${id}': create${pascalCase(id)}Function(clock) } };
}
`;
}

function functionOf(tool: NewTool): string {
  const { maker, file, limit } = kindOf(tool);
  return `import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson } from '../../../server/functions/function-answers.ts';
import { ${maker} } from '../../../server/functions/${file}.ts';

const bodySchema = z.strictObject({ text: z.string().max(1000) });

/** Calls that are answered, so that nobody keeps this process busy. */
const callLimit = ${limit};

/** \`POST /functions/v1/${tool.id}\` {text: at most 1000 characters}: \`{ bytes }\`, its length in UTF-8. */
export function create${pascalCase(tool.id)}Function(clock: Clock): PlatformFunction {
  return ${maker}({
    body: bodySchema,
    expects: 'The body must be JSON with a text of at most 1000 characters.',
    limit: createAttemptWindow(clock, callLimit),
    maxBodyBytes: 8192,
    run: async ({ text }) => answerJson({ bytes: Buffer.byteLength(text) }),
  });
}
`;
}

function functionTestOf({ id, audience }: NewTool): string {
  const audienceOfCalls = audience === 'public' ? 'public' : 'owner';
  return `import { expect, test } from 'vitest';
import { makeTestCall } from '../../../server/functions/test-call.ts';
import { create${pascalCase(id)}Function } from './${id}-function.ts';

const called = create${pascalCase(id)}Function({ nowMs: () => 0 });

function post(body: unknown) {
  const request = new Request('http://castellan.test/functions/v1/${id}', { method: 'POST', body: JSON.stringify(body) });
  return called.handle(request, makeTestCall());
}

test('the function is open to ${audienceOfCalls === 'public' ? 'everyone' : 'the owner alone'} and answers with the length in bytes', async () => {
  expect(called.audience).toBe('${audienceOfCalls}');
  expect(await (await post({ text: 'é' })).json()).toEqual({ bytes: 2 });
});

test('a body that is none is refused with what is expected', async () => {
  const answer = await post({ text: 7 });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_failed' }]);
});
`;
}

function askOf({ id, audience }: NewTool): string {
  const isPublic = audience === 'public';
  const [call, file] = isPublic ? ['callPublicFunction', 'public-function'] : ['callFunction', 'backend'];
  return `import { ${call} } from '../../../web/app/lib/${file}.ts';
import type { Shape } from '../../../web/app/lib/shape.ts';

const answerShape: Shape<{ readonly bytes: number }> = {
  safeParse: (input) =>
    typeof input === 'object' && input !== null && 'bytes' in input && typeof input.bytes === 'number'
      ? { success: true, data: { bytes: input.bytes } }
      : { success: false },
};

/** Asks the server how many bytes a text has. Fails with the codes of every call. */
export function askServer(text: string) {
  return ${call}('${id}', { text }, answerShape);
}
`;
}

function panelOf({ audience }: NewTool): string {
  const gate = audience === 'look';
  const form = `<form onSubmit={(event) => void ask(event)} className="grid justify-items-start gap-3">
        <TextField label="Text to send" maxLength={1000} value={text} onValue={setText} />
        <Button type="submit" busy={answer.status === 'asking'}>
          Ask the server
        </Button>
      </form>`;
  return `import { type FormEvent, useState } from 'react';
${gate ? "import { OwnerOnlyAction } from '../../../web/app/domains/session/owner-only-action.tsx';\n" : ''}import { Button } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';

type Answer = { readonly status: 'idle' | 'asking' | 'failed' } | { readonly status: 'answered'; readonly bytes: number };

/** What the server says of a text. */
export function ServerPanel() {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Answer>({ status: 'idle' });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setAnswer({ status: 'asking' });
    const asked = await import('./ask-server.ts').then(({ askServer }) => askServer(text)).catch(() => undefined);
    setAnswer(asked?.ok === true ? { status: 'answered', bytes: asked.value.bytes } : { status: 'failed' });
  };
  return (
    <Panel title="On the server">
      ${gate ? `<OwnerOnlyAction what="ask the server">\n        ${form}\n      </OwnerOnlyAction>` : form}
      <div role="status" className="mt-3">
        {answer.status === 'answered' ? <StatusMark kind="success">{\`\${answer.bytes} bytes\`}</StatusMark> : null}
        {answer.status === 'failed' ? <StatusMark kind="failure">The server did not answer. Try again in a moment.</StatusMark> : null}
      </div>
    </Panel>
  );
}
`;
}
