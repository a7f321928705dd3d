import type { FormExtras } from '../kernel/form/DeclaredForm';
import { PredefinedServices } from './parts/PredefinedServices';

const extras: Record<string, FormExtras> = {
  parts: {
    actions: (part) => <PredefinedServices partId={part.id} name={`${part.manufacturer} ${part.model}`} />,
    // Its predefined services are chosen there.
    opensNew: true,
  },
};

/** What forms have beyond what their fields declare. */
export const formExtrasOf = (name: string): FormExtras => extras[name] ?? {};
