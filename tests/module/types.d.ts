/** What the module adds to the tabletop's own types. */
export {};

declare module "fvtt-types/configuration" {
  interface AssumeHookRan {
    ready: never;
  }
}
