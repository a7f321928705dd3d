import Box from '@mui/material/Box';
import { AccountCard } from './AccountCard';
import { AddressCard } from './AddressCard';
import { belongs } from './accountForm';
import { ClientCard } from './ClientCard';
import { ManagerCard } from './ManagerCard';
import { OwnClientsCard, OwnServiceCard, ServiceOfClientCard } from './ReadCards';
import { ServiceCard } from './ServiceCard';
import { useUser } from './userContext';

/** The cards of a user: those that the server answered for the viewer (spec 2, 2.4). */
export function UserCards() {
  const { profile } = useUser();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <AccountCard />
      {belongs(profile.contact.role) && <AddressCard />}
      <AdditionalDetails />
    </Box>
  );
}

function AdditionalDetails() {
  const { profile, administers } = useUser();
  const { clientForAdmin, serviceForAdmin, serviceForService, managerForAdmin } = profile;
  // A user who moved to another organisation has another card.
  if (clientForAdmin) return <ClientCard key={clientForAdmin.id} />;
  if (serviceForAdmin) return <ServiceCard key={serviceForAdmin.id} />;
  if (serviceForService) return <OwnServiceCard service={serviceForService} />;
  if (managerForAdmin) return administers ? <ManagerCard /> : <OwnClientsCard {...managerForAdmin} />;
  return profile.contact.role === 'CLIENT' ? <ServiceOfClientCard service={profile.serviceForClient} /> : null;
}
