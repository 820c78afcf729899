import type { ComponentType } from 'react';
import type { IconDrawing } from '../../ui/icon.tsx';

/** One view of the dashboard. Its address is the dashboard's with `#id`; the first of the list needs none. */
export type DashboardView = {
  readonly id: string;
  readonly title: string;
  readonly icon: IconDrawing;
  /** Where a narrow screen has it: in the bar, which holds four, or under 'More'. */
  readonly place: 'tab' | 'more';
  /** Draws the page's `h1` and everything beneath it. */
  readonly Body: ComponentType;
};

/** The view that an address's fragment names, up to a question mark, behind which the view keeps what it shows; the first where it names none. */
export function findView<View extends { readonly id: string }>(views: readonly [View, ...View[]], fragment: string): View {
  const name = fragment.split('?')[0];
  return views.find(({ id }) => `#${id}` === name) ?? views[0];
}

/** Where in the owner's frame the page is. */
export type Place = {
  readonly isDashboard: boolean;
  /** The view that is shown, or the tool. A tool with a view of its own has that view's name. */
  readonly currentId: string;
};

/** The address of a view, from any page. */
export function viewAddress(id: string): string {
  return `/dashboard#${id}`;
}
