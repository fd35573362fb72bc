"""${message}"""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None

# A step adds, and gives what it adds a default. What nobody uses any more goes one version later: in a
# rolling upgrade the program before this one goes on with these tables.

def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
