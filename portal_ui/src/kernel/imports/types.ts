import type { components } from '../../server/schema';

type Schemas = components['schemas'];

/** One import of a file, from its reading to its undoing. */
export type Run = Schemas['Run'];
/** Where an import stands. */
export type RunState = Run['state'];
export type RunColumn = Run['columns'][number];
export type RunField = Run['fields'][number];
export type Counts = NonNullable<Run['counts']>;

/** A row of the file as it was understood. */
export type RunRow = Schemas['Row'];
/** The picture that a row brings, and the one that it replaces. */
export type RowPicture = Schemas['RowPicture'];
/** What is to be done with a row, or that it cannot be. */
export type Verdict = RunRow['verdict'];
export type RowsPage = Schemas['RowsPage'];
/** A corrected row, the others whose verdict it changed, and how many there are of each kind now. */
export type Corrected = Schemas['Corrected'];
