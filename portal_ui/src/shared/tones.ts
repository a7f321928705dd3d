/** What a colour of the status palette means; the server says which a status has. */
export type Tone = 'waiting' | 'moving' | 'done' | 'rejected' | 'idle';
