/** The roles that a row of the matrix can be switched on for, by the name of the switch. */
export const switches = {
  isClient: 'CLIENT',
  isService: 'SERVICE',
  isSupervisor: 'SUPERVISOR',
  isAdministrator: 'ADMIN',
  isSustainabilityManager: 'SUSTAINABILITY_MANAGER',
} as const;

export type SwitchName = keyof typeof switches;
export const switchNames = Object.keys(switches) as SwitchName[];

/** One status or action of a service category, and who gets a mail then. */
export type Rule = { id: string; label: string; processStatus?: string; actionType?: string } & Record<
  SwitchName,
  boolean
>;

export type Category = { id: number; key: string; name: string; settings: Rule[] };

/** Switches that differ from what the server holds, by row. */
export type Edits = Record<string, Partial<Record<SwitchName, boolean>>>;

/** A row as it is shown: the server's with what was switched here. */
export function shown(rule: Rule, edits: Edits): Rule {
  return { ...rule, ...edits[rule.id] };
}

/** The edits after one switch was thrown; thrown back it is no edit any more. */
export function thrown(edits: Edits, rule: Rule, name: SwitchName, on: boolean): Edits {
  const { [name]: _, ...others } = edits[rule.id] ?? {};
  const row = on === rule[name] ? others : { ...others, [name]: on };
  const { [rule.id]: __, ...rows } = edits;
  return Object.keys(row).length === 0 ? rows : { ...rows, [rule.id]: row };
}

/** What is still an edit when these were saved: what was thrown since. */
export function leftOf(edits: Edits, saved: Edits, { settings }: Category): Edits {
  return settings.reduce((left, { id }) => {
    const { [id]: row = {}, ...others } = left;
    const kept = Object.entries(row).filter(([name, on]) => saved[id]?.[name as SwitchName] !== on);
    return kept.length === 0 ? others : { ...others, [id]: Object.fromEntries(kept) };
  }, edits);
}

/** The edits without those of one category: they were discarded. */
export function without(edits: Edits, { settings }: Category): Edits {
  const ids = new Set(settings.map(({ id }) => id));
  return Object.fromEntries(Object.entries(edits).filter(([id]) => !ids.has(id)));
}

export function isEdited({ settings }: Category, edits: Edits): boolean {
  return settings.some(({ id }) => id in edits);
}

/**
 * What is sent to save a category, a body a type: only rows that were changed, over what the server holds by now, so
 * that nobody else's switches are thrown back.
 */
export function bodiesOf({ settings }: Category, edits: Edits) {
  const changed = settings.filter(({ id }) => id in edits).map((rule) => shown(rule, edits));
  return [
    { type: 'PROCESS', settings: changed.filter(({ processStatus }) => processStatus) },
    { type: 'SINGLE', settings: changed.filter(({ actionType }) => actionType) },
  ].filter((body) => body.settings.length > 0);
}
