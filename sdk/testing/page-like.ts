/**
 * The part of a Playwright page that these helpers use, as a shape: nothing of Playwright is
 * imported, so any version of it fits.
 */
export type PageLike = { frameLocator: (selector: string) => FrameLike };

export type FrameLike = {
  frameLocator: (selector: string) => FrameLike;
  locator: (selector: string) => LocatorLike;
};

export type LocatorLike = {
  fill: (value: string) => Promise<unknown>;
  selectOption: (value: string) => Promise<unknown>;
  click: () => Promise<unknown>;
};
