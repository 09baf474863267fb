// What the page's modules hold besides the wire (tools/wire_types.py), for the type checker alone.

type Unnamed<T> = T extends any ? Omit<T, "id"> : never;
/** A command, before it has an id. */
type Said = Unnamed<Wire.AnyCommand>;
type Heard = {
  t: "view" | "event";
  seq: number;
  epoch?: string;
  now?: number;
  sections: Partial<Wire.Sections>;
  new?: Wire.LogLine[];
};
type Answered = Wire.Done | Wire.Refused;
type Point = [number, number];

/** A node to be. */
interface Kid {
  tag: string;
  props: Record<string, any>;
  kids: Part[];
}
type Part = Kid | string | number;
/** What `h` takes as children; nothing comes of null, false and "". */
type Parts = Part | boolean | null | undefined | Parts[];
interface Node {
  $?: Kid;
}

interface Measure {
  name: string;
  headline?: boolean;
  mean?: number | string | null;
  values: [any, number][];
}
interface ActionOdds {
  measures: Measure[];
  why?: string;
  samples?: number;
  rounded?: boolean;
  assumed?: string[];
  otherwise?: { words: string; figure: string }[];
}
/** The open sheet of an action. */
interface Sheet {
  action: Wire.Action;
  of: unknown[];
  ask: string | null;
  odds: ActionOdds | null;
  to: Point | null;
  n: number | null;
  text: Record<number, string>;
  sent?: boolean;
}
/** What an open panel is about; each kind adds its own. */
interface Panel {
  kind: string;
  [more: string]: any;
}
/** The open palette: what is typed, which match is picked, what the server says can be done. */
interface Palette {
  typed: string;
  picked: number;
  tools: Wire.Tool[];
}
interface Refusal {
  about: string;
  key: string;
  why: string;
  retry?: boolean;
  code?: string;
  command?: Said;
}
interface State {
  seq: number;
  epoch: string;
  view: Wire.Sections;
  past: (Wire.Sections & { entry: number; asked?: Wire.Ask | null; said?: string }) | null;
  tab: string;
  online: string;
  met: boolean;
  goodbye: string;
  became: string;
  busy: Map<string, any>;
  refused: Refusal[];
  sheet: Sheet | null;
  panel: Panel | null;
  palette: Palette | null;
  placing: { act?: string; label?: string; action?: Wire.Action; then?: (at: Point) => unknown } | null;
  glides: number;
  fresh: number;
  changed: number;
  ahead: number;
}
/** Younger than the checker's own list. */
interface Navigator {
  userActivation?: { hasBeenActive: boolean };
}
/** Attributes, `on…` and what `h` itself looks at. */
interface Props {
  made?: (node: any) => unknown;
  onclick?: ((e: any) => unknown) | null;
  oninput?: (e: any) => unknown;
  onchange?: (e: any) => unknown;
  onkeydown?: (e: any) => unknown;
  onfocus?: (e: any) => unknown;
  onclose?: () => unknown;
  onscroll?: ((e: any) => unknown) | null;
  onpointerdown?: (e: any) => unknown;
  onwheel?: (e: any) => unknown;
  [attribute: string]: any;
}
