import type { FormExtras } from '../kernel/form/DeclaredForm';

const extras: Record<string, FormExtras> = {};

/** What forms have beyond what their fields declare. */
export const formExtrasOf = (name: string): FormExtras => extras[name] ?? {};
