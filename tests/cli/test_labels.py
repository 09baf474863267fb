from affray.cli.menu import labels
from affray.core.effect import Who


def test_plain_numbers_are_typed_as_they_are_and_all_else_is_counted():
    assert labels((0, 1, 2)) == [0, 1, 2]
    assert labels((False, True)) == [1, 2]
    assert labels((None, Who(3))) == [1, 2]
    assert labels((Who(3), Who(5))) == [1, 2]
    assert labels(()) == []
