/** For fields whose text counts letter by letter, such as addresses and code: the browser neither completes nor corrects it. */
export const verbatim = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;
