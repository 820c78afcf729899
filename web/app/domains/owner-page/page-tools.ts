import type { IconDrawing } from '../../ui/icon.tsx';

/** One line of a page's menu. */
export type MenuItem = {
  readonly label: string;
  readonly drawing: IconDrawing;
  readonly onChoose: () => void;
  /** How many there are of it, drawn at its right. */
  readonly count?: number | undefined;
};

/** What a page's menu offers. The frame gives the common things their words, drawings and order. */
export type PageMenu = {
  /** What only this page has; above the rest. */
  readonly own?: readonly MenuItem[] | undefined;
  readonly onUndo?: (() => void) | undefined;
  /** Absent where nothing can be imported or exported now, as of a sample. */
  readonly onImport?: (() => void) | undefined;
  readonly onExport?: (() => void) | undefined;
  /** Whether the page has keys of its own: the sheet of keys is offered then. */
  readonly hasKeys?: boolean | undefined;
  /** Begins the sample, or leaves it. */
  readonly sample?: SampleSwitch | undefined;
};

/** A sample in the place of the owner's own records: `onShow` where it can be begun, `onLeave` while it is shown. */
export type SampleSwitch =
  | { readonly onShow: () => void; readonly onLeave?: undefined }
  | {
      readonly onShow?: undefined;
      readonly onLeave: () => void;
      /** What of it is sent all the same, as the end of a sentence. */
      readonly but?: string | undefined;
    };

/** The one filled button of a page. */
export type PageAction = {
  readonly label: string;
  readonly drawing?: IconDrawing | undefined;
  readonly onPress: () => void;
  /** True while what it started is under way. */
  readonly busy?: boolean | undefined;
};

/** The right side of a page's head. */
export type PageTools = {
  readonly menu?: PageMenu | undefined;
  readonly action?: PageAction | undefined;
};
