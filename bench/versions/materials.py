"""What bench/versions/lay lays: for each kind the projects of the half `look`, on which constants may be chosen, and of the half
`kept`, which is opened once, after they are frozen. A project is in one half only. Releases are some months apart or more.
"""

# Project: {release: package of Debian 12}. The release is removed from the names of directories before paths are compared.
MANUALS = {
    "look": {
        "llvm": {release: f"llvm-{release}-doc" for release in ("13", "14", "15", "16", "19")},
        "libstdc++": {release: f"libstdc++-{release}-doc" for release in ("11", "12")},
        "glibmm": {release: f"libglibmm-{release}-doc" for release in ("2.4", "2.68")},
        "sigc++": {release: f"libsigc++-{release}-doc" for release in ("2.0", "3.0")},
        "biojava": {release: f"libbiojava{release}-java-doc" for release in ("4", "5", "6")},
    },
    "kept": {
        "clang": {release: f"clang-{release}-doc" for release in ("13", "14", "15", "16", "19")},
        "boost": {release: f"libboost{release}-doc" for release in ("1.74", "1.81")},
        "gtkmm": {release: f"libgtkmm-{release}-doc" for release in ("3.0", "4.0")},
        "pangomm": {release: f"libpangomm-{release}-doc" for release in ("1.4", "2.48")},
        "linux": {release: f"linux-doc-{release}" for release in ("6.1", "6.12")},
    },
}

# Files of these names are numbered anew in each release.
NUMBERED = {"libstdc++": "^a[0-9]{5}"}

NPM = {
    "look": {
        "express": ["4.10.0", "4.13.1", "4.16.0", "4.18.3", "4.21.1", "5.0.0"],
        "lodash": ["3.9.2", "4.1.0", "4.8.2", "4.15.0", "4.17.4", "4.17.19"],
        "moment": ["2.6.0", "2.11.1", "2.18.0", "2.22.2", "2.25.3", "2.29.2"],
        "webpack": ["5.92.0", "5.96.1", "5.99.8", "5.101.1", "5.104.0", "5.107.2"],
        "chart.js": ["2.4.0", "2.9.4", "3.4.1", "3.9.1", "4.2.1", "4.4.7"],
    },
    "kept": {
        "eslint": ["9.11.1", "9.17.0", "9.27.0", "9.38.0", "10.2.0", "10.6.0"],
        "rxjs": ["5.5.8", "6.1.0", "6.3.2", "6.6.3", "7.1.0", "7.5.7"],
        "sequelize": ["6.16.2", "6.21.3", "6.25.2", "6.29.0", "6.35.1", "6.37.3"],
        "mongoose": ["8.23.1", "8.24.5", "9.1.0", "9.3.0", "9.7.1", "9.10.0"],
        "ember-source": ["4.8.2", "4.12.1", "5.1.1", "5.10.1", "6.0.1", "6.8.4"],
    },
}

# Wheels: to download a source release, pip builds it.
PYPI = {
    "look": {
        "networkx": ["2.6.3", "2.8", "3.0", "3.2.1", "3.4", "3.6"],
        "sphinx": ["5.0.0", "6.0.0", "7.0.0", "7.4.0", "8.0.0", "8.2.0"],
        "scrapy": ["2.6.0", "2.9.0", "2.11.0", "2.12.0", "2.13.0", "2.14.0"],
        "celery": ["5.0.0", "5.1.2", "5.2.0", "5.3.0", "5.4.0", "5.5.0"],
        "pygments": ["2.10.0", "2.12.0", "2.14.0", "2.16.0", "2.18.0", "2.19.0"],
        "setuptools": ["60.0.0", "65.0.0", "69.0.0", "72.0.0", "75.0.0", "80.0.0"],
    },
    "kept": {
        "django": ["3.2", "4.0", "4.2", "5.0", "5.1", "5.2"],
        "nltk": ["3.6", "3.6.5", "3.7", "3.8.1", "3.9.1", "3.9.3"],
        "twisted": ["21.2.0", "21.7.0", "22.10.0", "23.10.0", "24.7.0", "25.5.0"],
        "docutils": ["0.16", "0.17.1", "0.18.1", "0.19", "0.20.1", "0.22"],
        "werkzeug": ["2.0.0", "2.1.0", "2.2.0", "2.3.0", "3.0.0", "3.1.0"],
        "paramiko": ["2.10.6", "2.12.0", "3.1.0", "3.3.1", "3.4.0", "3.5.1"],
    },
}

# Maven's group:artifact, and releases that have sources.
JAVA = {
    "look": {
        "org.apache.commons:commons-lang3": ["3.4", "3.6", "3.9", "3.12.0", "3.14.0"],
        "com.google.guava:guava": ["19.0", "23.0", "27.0-jre", "30.0-jre", "33.0.0-jre"],
        "commons-io:commons-io": ["2.4", "2.6", "2.8.0", "2.11.0", "2.15.0"],
        "org.springframework:spring-core": ["4.3.0.RELEASE", "5.0.0.RELEASE", "5.2.0.RELEASE", "5.3.0", "6.0.0"],
    },
    "kept": {
        "com.fasterxml.jackson.core:jackson-databind": ["2.6.0", "2.9.0", "2.11.0", "2.13.0", "2.15.0"],
        "org.apache.commons:commons-collections4": ["4.0", "4.1", "4.2", "4.3", "4.4"],
        "joda-time:joda-time": ["2.3", "2.7", "2.9", "2.10", "2.12.0"],
        "org.apache.logging.log4j:log4j-core": ["2.3", "2.8", "2.11.0", "2.14.0", "2.20.0"],
    },
}

# A mirror of the Git project's mailing list as a git repository with a mail in each commit, and from when to when.
MAIL = {"look": {"gitgitgadget/git-mailing-list-mirror": ("2019-02-01", "2019-04-01")},
        "kept": {"gitgitgadget/git-mailing-list-mirror": ("2022-02-01", "2022-04-01")}}

# Git repositories with office documents that were revised often: standards, theses, papers, the documents of student projects
# (each course's projects are in one half, because they are written on the same forms).
DOCUMENTS = {
    "look": ["oasis-tcs/odf-tc", "FZhg/Undergraduate-Thesis", "Flavjack/journalclub", "DidDrog11/scoping_review", "Marmahan/Thesis",
             "GastonLopez/2017-UNC-IngSoft-VLC", "bbest/dissertation", "asynchroza/nulascript", "aksel-blaise/caddonet",
             "SoftverInzenjeringETFSA/SI2014Tim12", "SoftverInzenjeringETFSA/SI2015Tim1", "SoftverInzenjeringETFSA/SI2016_TIM1",
             "SoftverInzenjeringETFSA/SI2016_TIM2", "SoftverInzenjeringETFSA/SI2016_TIM14", "arthur-samarin/QuantumEigensolverDocs",
             "aQuigs/POS", "alecristia/nwryd19", "amjed87/doc", "Avnerus/ma_thesis", "barisoztop/master-thesis",
             "COS301-SE-2025/Taxi-Tap", "ese-unibe-ch/ese2013-team5", "HairdressingProject/styleme", "Zrachel/graduate-thesis"],
    "kept": ["seans888/DrDentAssist", "seans888/Project-Wealth", "seans888/Project---Reservation-System", "seans888/Project-Faculty",
             "seans888/Project-LSC", "seans888/Project-Lesson-Plan", "seans888/SMF-Project", "seans888/Forecast-Module-1",
             "seans888/Bgy-Project", "seans888/Project---Promax", "seans888/Group-5", "seans888/Project---LSC-2",
             "seans888/Project---APC-Pre-Reg", "seans888/Project-APC-Student", "seans888/Project-RDC-ASCOM-PA", "TomKellyGenetics/thesis",
             "MarekMatejak/dissertation", "ScottClaessens/nzavsLongitudinal", "16RoebuW/Will-R-Computing-project",
             "Lakens/EquivalenceTestingForPsychologicalScience", "HuppeJ/Multi-user-UML-Editor-", "awconway/capnopred",
             "geiser/phd-thesis-dissertation", "Sebass96/INIA_arroz"],
}

# Documents of a repository with the same match in their names are known to be one: the parts of a standard, in all its drafts.
SAME_DOCUMENT = {"oasis-tcs/odf-tc": "part[0-9]-(introduction|packages|schema|formula)"}
