import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/steps.ts';
import { watchFocus } from './watch-focus.ts';

const row = (name: string) => `<li id="${name}"><button data-record-title>${name}</button><button id="delete-${name}">Delete</button></li>`;

beforeEach(() => {
  watchFocus();
  document.body.innerHTML = `
    <main>
      <h1>Page</h1>
      <section><h2>Rows</h2><ul id="rows">${row('one')}${row('two')}${row('three')}</ul><button id="more">More</button></section>
      <div id="form"><input id="field" /><button id="save">Save</button></div>
      <dialog id="dialog"><h2>Question</h2><button id="yes">Yes</button><dialog id="inner"><button id="really">Really</button></dialog></dialog>
    </main>
    <div id="toast" popover="manual"><button id="undo">Undo</button></div>`;
});

const at = (id: string) => document.getElementById(id) as HTMLElement;
const dialogAt = (id: string) => at(id) as HTMLDialogElement;
const holder = () => document.activeElement?.id || document.activeElement?.textContent;
const goesTo = (name: string) => eventually(() => expect(holder()).toBe(name));
/** Until what is given on purpose had its time, and so has the watch. */
const settled = async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
};

test('the row in the place of one that goes gets the focus, the last one after the last, and the heading after all of them', async () => {
  at('delete-two').focus();
  at('two').remove();
  await goesTo('three');
  at('three').remove();
  await goesTo('one');
  at('rows').remove();
  await goesTo('Rows');
});

test('what is hidden or disabled gives the focus to its section, and outside of any to the page', async () => {
  at('more').focus();
  at('more').setAttribute('disabled', '');
  await goesTo('Rows');
  at('field').focus();
  at('form').style.display = 'none';
  await goesTo('Page');
});

test('a dialog gives the focus back to what had it, and where that is gone to the row in its place, through a second dialog too', async () => {
  at('delete-one').focus();
  dialogAt('dialog').showModal();
  at('yes').focus();
  dialogAt('inner').showModal();
  at('really').focus();
  dialogAt('inner').close();
  dialogAt('dialog').close();
  at('one').remove();
  at('dialog').remove();
  await goesTo('two');
});

test('what goes in an open dialog leaves the focus in it', async () => {
  at('more').focus();
  dialogAt('dialog').showModal();
  at('yes').focus();
  at('yes').remove();
  await goesTo('Question');
});

test('an Undo that goes with its toast gives the focus back to where it was before', async () => {
  at('delete-three').focus();
  at('toast').showPopover();
  at('undo').focus();
  at('toast').remove();
  await goesTo('delete-three');
});

test('whoever presses the page beside everything has put the focus there, and what then goes gives it to nobody', async () => {
  at('more').focus();
  at('more').blur();
  await settled();
  expect(document.activeElement).toBe(document.body);
  at('more').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

test('what gives the focus on purpose comes first', async () => {
  at('delete-two').focus();
  at('two').remove();
  requestAnimationFrame(() => at('field').focus());
  await settled();
  expect(holder()).toBe('field');
});

test('whatever goes of a page, in whatever order, the focus is never left on the body', async () => {
  const names = ['one', 'two', 'three', 'rows', 'form', 'save', 'field', 'more', 'delete-one', 'delete-two', 'delete-three'];
  const act = fc.tuple(fc.constantFrom('remove', 'hide', 'disable'), fc.constantFrom(...names));
  const page = document.body.innerHTML;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names.slice(5)), fc.array(act, { minLength: 1, maxLength: 8 }), async (first, acts) => {
      document.body.innerHTML = page;
      at(first).focus();
      for (const [what, name] of acts) {
        const element = document.getElementById(name);
        if (what === 'remove') element?.remove();
        else if (what === 'hide') element?.setAttribute('hidden', '');
        else element?.setAttribute('disabled', '');
      }
      await eventually(() => expect(document.activeElement).not.toBe(document.body));
    }),
    { numRuns: 25 },
  );
});
