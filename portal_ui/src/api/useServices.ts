import { useQuery } from '@tanstack/react-query';
import { call } from './http';
import type { Service } from './types';

/** Query the services that a request may be assigned to. */
export const useServices = (enabled = true) =>
  useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) => call<Service[]>('GET', '/api/v1/service/fetch/all', { signal }),
    enabled,
  });
