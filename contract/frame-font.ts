/** A font that the service keeps, as a frame's document is told of it: one file of one family. */
export type FrameFont = {
  family: string;
  /** As `font-weight` of `@font-face` has it: `400`, or `200 900` of a variable font. */
  weight: string;
  /** The file's name at the frame's own origin, below `/fonts/`. */
  file: string;
};
