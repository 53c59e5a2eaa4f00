/**
 * Where the fields stand. `stacked`: one under the other. `row`, which is the default: expiry and
 * CVV side by side. `line`: number, expiry and CVV in one box with one line for what is wrong, and
 * the name beside them where there is room for it. In a container narrower than 480 px `line` is
 * `row`, and in one narrower than 280 px `row` is `stacked`.
 */
export type CardLayout = 'stacked' | 'row' | 'line';

/** `auto` follows the buyer's system; `contrast` is black on white with heavy borders. */
export type Theme = 'light' | 'dark' | 'auto' | 'contrast';

/**
 * Values that the whole form is drawn with. Colours are plain CSS colours, those of text without
 * transparency. Lengths are in px, rem or em. `fontFamily` lists names of fonts that the buyer has,
 * or that `fonts` has loaded.
 */
export type AppearanceVariables = {
  /** Focus, links and what is chosen. */
  colorPrimary?: string | undefined;
  /** What is typed. */
  colorText?: string | undefined;
  /** Labels and hints. */
  colorTextSecondary?: string | undefined;
  /** Of the fields; may be transparent. */
  colorBackground?: string | undefined;
  /** Of the fields; may be transparent. */
  colorBorder?: string | undefined;
  /** What is wrong. */
  colorDanger?: string | undefined;
  /** As in CSS: `'"Open Sans", sans-serif'`. */
  fontFamily?: string | undefined;
  /** 12px to 32px. */
  fontSize?: string | undefined;
  /** 0px to 48px. */
  borderRadius?: string | undefined;
  /** 0px to 4px. */
  borderWidth?: string | undefined;
  /** Between fields; 0px to 48px. */
  spacing?: string | undefined;
  /** 32px to 96px; never below 44px on screen, which a finger needs. */
  fieldHeight?: string | undefined;
};

/** What a rule may be about: a field, its label, the line that says what is wrong. */
export type RuleSelector =
  | '.Input'
  | '.Input:hover'
  | '.Input:focus'
  | '.Input--invalid'
  | '.Input::placeholder'
  | '.Label'
  | '.Error';

/**
 * What a rule may set, in the names of `element.style`. Decision: nothing that changes a size, so
 * that the height of the form is known before its frame is; sizes are variables.
 */
export type RuleProperty =
  | 'color'
  | 'backgroundColor'
  | 'borderColor'
  | 'borderStyle'
  | 'borderWidth'
  | 'borderRadius'
  | 'boxShadow'
  | 'outlineColor'
  | 'fontWeight'
  | 'fontStyle'
  | 'letterSpacing'
  | 'textTransform';

export type AppearanceRules = {
  [selector in RuleSelector]?: { [property in RuleProperty]?: string | undefined } | undefined;
};

/**
 * How the card element is drawn: an allow-list, so that no page can draw over, hide, load or leak
 * through style. The frame reads it entry by entry; what it does not allow it leaves out and names
 * in the console, once.
 */
export type Appearance = {
  /** `light` where it is left out. */
  theme?: Theme | undefined;
  /** Colours, sizes and font of the whole form. */
  variables?: AppearanceVariables | undefined;
  /** By what they are about: `{ '.Label': { fontWeight: '700' } }`. */
  rules?: AppearanceRules | undefined;
  /**
   * Families, out of those that the service's operator keeps, to be loaded for `fontFamily`:
   * `['Open Sans']`. No other font is ever loaded.
   */
  fonts?: readonly string[] | undefined;
};
